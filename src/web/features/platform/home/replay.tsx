import { Pause, Play, RotateCcw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { StatusDot } from '#web/ui/status.tsx'
import recorded from './recorded-run.json' with { type: 'json' }
import type { Recording } from './recording.ts'
import { ReplayCodes } from './replay-codes.tsx'
import { ReplayDocument } from './replay-document.tsx'
import { beatsOf, type Frame, frameAt, replayMs, slowdownFactor, totalMs } from './replay-frame.ts'
import { usePlayer } from './use-player.ts'

export const RECORDING = recorded as unknown as Recording
const END = replayMs(RECORDING)

/** As many codes as are in sight without scrolling. */
const IN_SIGHT = 7

/** Of the codes in sight the one whose words come first in the document, which are in sight, too. */
const FIRST = RECORDING.findings
  .slice(0, IN_SIGHT)
  .reduce(
    (first, { places }, index, all) => ((places[0]?.[0] ?? END) < (all[first]?.places[0]?.[0] ?? END) ? index : first),
    0,
  )

/** A recorded run of an agent: its result, which is a part of the first HTML, and how it came about for those who press Replay. */
export function Replay() {
  const [{ at, playing }, player] = usePlayer(() => beatsOf(RECORDING))
  const [chosen, setChosen] = useState<number | null>(FIRST)
  // A code that is pressed, covered or not, shows the finished run with its words.
  const frame: Frame = chosen === null ? frameAt(RECORDING, at) : { ...frameAt(RECORDING, END), selected: chosen }
  const [touched, setTouched] = useState(false)
  const select = useCallback(
    (finding: number) => {
      player.finish()
      setTouched(true)
      setChosen(finding)
    },
    [player],
  )
  const play = () => {
    setTouched(true)
    setChosen(null)
    player.play()
  }
  const ended = at >= END
  return (
    <Card as="article" flush raised className="flex h-150 flex-col overflow-hidden md:h-112">
      <figure
        aria-label={t('Recorded run of {agent}', { agent: RECORDING.agent.name })}
        className="flex min-h-0 grow flex-col"
      >
        <Heading />
        <div
          lang="en-IN"
          className="grid min-h-0 grow grid-cols-1 grid-rows-[9fr_12fr] md:grid-cols-[1fr_1fr] md:grid-rows-1"
        >
          <div className="flex min-h-0 min-w-0 flex-col border-line border-b bg-surface md:border-r md:border-b-0">
            <ReplayDocument
              recording={RECORDING}
              frame={frame}
              // Nothing moves before something was pressed.
              following={touched && (playing || ended || chosen !== null)}
              onHold={player.pause}
            />
          </div>
          <ReplayCodes
            findings={RECORDING.findings}
            shown={Math.ceil(frame.codes * RECORDING.findings.length)}
            selected={frame.selected}
            onSelect={select}
          />
        </div>
        <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-2.5">
          <Progress frame={frame} finished={chosen !== null || ended} />
          <PlayButton playing={playing} ended={ended} onPlay={play} onPause={player.pause} />
        </figcaption>
      </figure>
    </Card>
  )
}

const Heading = () => (
  <div className="flex items-center gap-3 border-line border-b px-4 py-3">
    <CategoryGlyph category="healthcare" size="sm" />
    <p className="min-w-0 grow truncate font-semibold text-lg">{RECORDING.agent.name}</p>
    <p className="shrink-0 text-muted max-sm:hidden">{RECORDING.document}</p>
  </div>
)

/** The step that runs; in the end what the run took. */
function Progress({ frame, finished }: { frame: Frame; finished: boolean }) {
  const { steps } = RECORDING
  const running = frame.steps.indexOf('running')
  const step = finished ? undefined : steps[running < 0 ? steps.length - 1 : running]
  if (step)
    return (
      <p className="flex min-w-0 grow basis-56 items-center gap-2 text-muted text-xs">
        <StatusDot status={running < 0 ? 'succeeded' : 'running'} decorative />
        <span className="truncate">
          {step.title} · {formatDuration(step.ms)},{' '}
          {t('shown {count} times slower', { count: slowdownFactor(RECORDING) })}
        </span>
      </p>
    )
  return (
    <p className="min-w-0 grow basis-56 text-muted text-xs">
      {t('A real run of {day}: {steps} steps in {time}, without a language model. {notice}.', {
        day: formatDay(RECORDING.recorded_on),
        steps: steps.length,
        time: formatDuration(totalMs(RECORDING)),
        notice: t(RECORDING.notice ?? ''),
      })}
    </p>
  )
}

interface PlayButtonProps {
  playing: boolean
  ended: boolean
  onPlay: () => void
  onPause: () => void
}

function PlayButton({ playing, ended, onPlay, onPause }: PlayButtonProps) {
  const [label, Icon] = playing
    ? ([t('Pause'), Pause] as const)
    : ended
      ? ([t('Replay'), RotateCcw] as const)
      : ([t('Play'), Play] as const)
  return (
    <Button variant="ghost" size="sm" icon={<Icon aria-hidden="true" />} onClick={playing ? onPause : onPlay}>
      {label}
    </Button>
  )
}
