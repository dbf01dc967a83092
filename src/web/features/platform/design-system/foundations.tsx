import { HOUR_MS } from '#shared/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Logo, Mark } from '#web/ui/mark.tsx'
import { Money } from '#web/ui/money.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Specimen } from './specimen.tsx'

const TOKENS = [
  'paper',
  'surface',
  'sunken',
  'hover',
  'line',
  'control',
  'ink',
  'muted',
  'marigold',
  'marigold-edge',
  'marigold-soft',
  'marigold-ink',
  'indigo',
  'indigo-soft',
  'good',
  'good-soft',
  'warn',
  'warn-soft',
  'bad',
  'bad-soft',
]

const SIZES = [
  ['text-3xl', '32'],
  ['text-2xl', '24'],
  ['text-xl', '20'],
  ['text-lg', '16'],
  ['text-base', '14'],
  ['text-sm', '13'],
  ['text-xs', '12'],
] as const

function Palette({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div
      data-theme={theme}
      className="grid grow basis-72 grid-cols-2 gap-2 rounded border border-line bg-paper p-4 text-ink sm:grid-cols-4"
    >
      {TOKENS.map((token) => (
        <div key={token} className="grid gap-1">
          <span className="h-9 rounded-sm border border-line" style={{ background: `var(--${token})` }} />
          <span className="font-mono text-xs">{token}</span>
        </div>
      ))}
    </div>
  )
}

const anHourAgo = new Date(Date.now() - HOUR_MS).toISOString()

export function Foundations() {
  return (
    <>
      <Specimen name="Colour, light and dark">
        <Palette theme="light" />
        <Palette theme="dark" />
      </Specimen>
      <Specimen name="Type">
        <div className="grid gap-2">
          {SIZES.map(([className, px]) => (
            <p key={className} className={className}>
              {px} Findings with their evidence
            </p>
          ))}
          <p className="font-mono text-sm">13 mono I10 · E11.9 · ₹1,00,000</p>
        </div>
      </Specimen>
      <Specimen name="Mark and logo">
        <Mark size={52} />
        <Logo name="Chowk" size="sm" />
        <Logo name="Chowk" size="md" />
        <Logo name="Chowk" size="lg" />
        <Logo name="Chowk" size="xl" />
      </Specimen>
      <Specimen name="Money, time, keys, people">
        <Money paise={10_000_000} />
        <Money paise={123_456} />
        <RelativeTime time={anHourAgo} />
        <span className="flex gap-1">
          <Kbd>⌘</Kbd>
          <Kbd>K</Kbd>
        </span>
        <Avatar name="Asha Rao" />
        <Avatar name="Chowk Labs" size={44} alt="Chowk Labs" />
      </Specimen>
      <Specimen name="Plain text">
        <PlainText text={'Someone else wrote this.\n<b>No markup</b> is read from it, and its lines are kept.'} />
      </Specimen>
    </>
  )
}
