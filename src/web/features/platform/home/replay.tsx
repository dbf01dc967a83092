import { Pause, Play, RotateCcw } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { formatDuration } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { StatusDot } from '#web/ui/status.tsx'
import recorded from './recorded-run.json?url'
import type { RecordedStep, Recording } from './recording.ts'
import { ReplayCodes } from './replay-codes.tsx'
import { ReplayDocument } from './replay-document.tsx'
import { beatsOf, type Frame, frameAt, replayMs, slowdownFactor, totalMs } from './replay-frame.ts'
import { usePlayer } from './use-player.ts'

/** A recorded run of an agent, played again step by step. The recording is an asset of its own, fetched when this is on the page. */
export function Replay() {
  const [recording, setRecording] = useState<Recording | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const gone = new AbortController()
    fetch(recorded, { signal: gone.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`The recording couldn’t be loaded (${answer.status})`)
        setRecording((await answer.json()) as Recording)
      })
      .catch(() => {
        if (!gone.signal.aborted) setFailed(true)
      })
    return () => gone.abort()
  }, [])
  if (failed) return <NoRecording />
  return recording && <Played recording={recording} />
}

/** The page works without it: the agent itself is one click away. */
const NoRecording = () => (
  <div className="m-auto grid justify-items-center gap-3 p-6 text-center">
    <p className="text-muted">The recorded run couldn’t be loaded. You can run the agent on its own page.</p>
    <LinkButton href={paths.agent('icd10-coder')}>Run it yourself</LinkButton>
  </div>
)

const NOT_BEGUN = -1

function Played({ recording }: { recording: Recording }) {
  const area = useRef<HTMLElement>(null)
  const [{ at, playing }, player] = usePlayer(() => beatsOf(recording), area)
  const [chosen, setChosen] = useState<number | null>(null)
  const moment = frameAt(recording, playing || at > 0 ? at : NOT_BEGUN)
  // A code that is pressed, covered or not, shows the finished run with its words.
  const frame: Frame = chosen === null ? moment : { ...frameAt(recording, replayMs(recording)), selected: chosen }
  const select = useCallback(
    (finding: number) => {
      player.finish()
      setChosen(finding)
    },
    [player],
  )
  const play = () => {
    setChosen(null)
    player.play()
  }
  const ended = at >= replayMs(recording)
  return (
    <figure ref={area} aria-label={`Recorded run of ${recording.agent.name}`} className="flex min-h-0 grow flex-col">
      <Heading recording={recording}>
        <PlayButton playing={playing} ended={ended} onPlay={play} onPause={player.pause} />
        <LinkButton href={paths.agent(recording.agent.slug)} size="sm">
          Run it yourself
        </LinkButton>
      </Heading>
      <div className="grid min-h-0 grow grid-cols-1 grid-rows-[9fr_14fr] md:grid-cols-[11fr_10fr] md:grid-rows-1">
        <div className="flex min-h-0 min-w-0 flex-col border-line border-b bg-surface md:border-r md:border-b-0">
          <ReplayDocument
            recording={recording}
            frame={frame}
            following={playing || ended || chosen !== null}
            onHold={player.pause}
          />
        </div>
        <div className="flex min-h-0 min-w-0 flex-col">
          <ol aria-label="Run steps" className="grid border-line border-b px-4 py-2">
            {recording.steps.map((step, index) => (
              <RecordedStepLine key={step.title} step={step} status={frame.steps[index] ?? 'pending'} />
            ))}
          </ol>
          <ReplayCodes
            findings={recording.findings}
            shown={Math.ceil(frame.codes * recording.findings.length)}
            selected={frame.selected}
            onSelect={select}
          />
        </div>
      </div>
      <Caption recording={recording} />
    </figure>
  )
}

const Heading = ({ recording, children }: { recording: Recording; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-sunken px-3 py-2 sm:px-4">
    <p className="min-w-0 grow">
      <span className="font-medium">{recording.agent.name}</span>{' '}
      <span className="text-muted text-sm">
        version {recording.agent.version} · {recording.document}
      </span>
    </p>
    <div className="flex gap-2">{children}</div>
  </div>
)

interface PlayButtonProps {
  playing: boolean
  ended: boolean
  onPlay: () => void
  onPause: () => void
}

function PlayButton({ playing, ended, onPlay, onPause }: PlayButtonProps) {
  const [label, Icon] = playing
    ? (['Pause', Pause] as const)
    : ended
      ? (['Replay', RotateCcw] as const)
      : (['Play', Play] as const)
  return (
    <Button
      variant="ghost"
      size="sm"
      className="min-w-24"
      icon={<Icon aria-hidden="true" />}
      onClick={playing ? onPause : onPlay}
    >
      {label}
    </Button>
  )
}

interface StepLineProps {
  step: RecordedStep
  status: Frame['steps'][number]
}

const RecordedStepLine = memo(function RecordedStepLine({ step: { title, ms }, status }: StepLineProps) {
  return (
    <li className="flex min-h-6 items-center gap-2 text-sm">
      <StatusDot status={status} decorative />
      <span className={`min-w-0 grow truncate ${status === 'pending' ? 'text-muted' : ''}`}>{title}</span>
      <span data-covered={status !== 'succeeded'} className="text-muted tabular-nums data-[covered=true]:opacity-0">
        {formatDuration(ms)}
      </span>
    </li>
  )
})

const Caption = ({ recording }: { recording: Recording }) => (
  <figcaption className="border-line border-t bg-sunken px-4 py-2 text-muted text-sm">
    A real run of {formatDay(recording.recorded_on)}: {formatDuration(totalMs(recording))} from document to codes, shown{' '}
    {slowdownFactor(recording)} times slower. No language model was used. {recording.notice}.
  </figcaption>
)
