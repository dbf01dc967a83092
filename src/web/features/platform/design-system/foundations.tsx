import { useState } from 'react'
import { HOUR_MS } from '#shared/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Logo, Mark } from '#web/ui/mark.tsx'
import { Money } from '#web/ui/money.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Specimen } from './specimen.tsx'

const TOKENS = [
  'paper',
  'surface',
  'raised',
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
  ['text-display font-semibold', 'Display', '56/60, on a phone 36/40: the promise of the home page'],
  ['text-3xl font-semibold', '32', 'The title of a page'],
  ['text-xl font-semibold', '20', 'Sections'],
  ['text-lg', '16', 'Cards, and the first lines of a page'],
  ['text-base', '14', 'Text, fields, buttons'],
  ['text-xs', '12', 'Captions, column headers, badges'],
] as const

const SUMS = [
  ['Taxable value', 4_800_000],
  ['IGST 18%', 864_000],
  ['Total', 5_664_000],
] as const

function Palette({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div
      data-theme={theme}
      className="grid grow basis-72 grid-cols-2 gap-2 rounded-lg border border-line bg-paper p-4 text-ink sm:grid-cols-4"
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

function Surfaces({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div data-theme={theme} className="grid grow basis-72 gap-4 rounded-lg border border-line bg-paper p-5 text-ink">
      <p className="text-muted">Page: paper, the ground of everything</p>
      <div className="surface-card p-4">
        <p className="font-medium">Card</p>
        <p className="text-muted">A thing in a list, a table, a form</p>
      </div>
      <div className="surface-raised p-4">
        <p className="font-medium">Raised</p>
        <p className="text-muted">Menus, dialogs, panels, and the one artefact a page is about</p>
      </div>
    </div>
  )
}

const MOTIONS = [
  ['quick', '120 ms: what is under the pointer', 'duration-quick'],
  ['usual', '180 ms: what appears in its place', 'duration-usual'],
  ['slow', '240 ms: what comes from an edge', 'duration-slow'],
] as const

function Motion() {
  const [moved, setMoved] = useState(false)
  return (
    <div className="grid w-full max-w-xl gap-3">
      {MOTIONS.map(([name, use, duration]) => (
        <div key={name} className="grid gap-1.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{name}</span>
            <span className="text-muted">{use}</span>
          </p>
          <span className="flex h-2 rounded-full bg-hover">
            <span
              className={`h-2 w-1/4 rounded-full bg-ink transition-transform ${duration} ${moved ? 'translate-x-[300%]' : ''}`}
            />
          </span>
        </div>
      ))}
      <p className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={() => setMoved(!moved)}>
          Move
        </Button>
        <span className="text-muted">With reduced motion everything is in its place at once.</span>
      </p>
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
      <Specimen name="Surfaces">
        <Surfaces theme="light" />
        <Surfaces theme="dark" />
      </Specimen>
      <Specimen name="Type">
        <div className="grid gap-4">
          {SIZES.map(([className, name, use]) => (
            <div key={className} className="grid gap-1">
              <p className={className}>Agents that show their evidence</p>
              <p className="text-muted text-xs">
                {name}: {use}
              </p>
            </div>
          ))}
          <p className="font-mono">I50.23 · E11.22 · 29ABCDE1234F1Z5</p>
        </div>
      </Specimen>
      <Specimen name="Tabular figures">
        <Card className="w-72">
          <table className="w-full">
            <caption className="sr-only">A GST invoice</caption>
            <tbody>
              {SUMS.map(([name, paise]) => (
                <tr key={name}>
                  <th scope="row" className="py-1 text-left font-normal text-muted">
                    {name}
                  </th>
                  <td className="py-1 text-right font-semibold">
                    <Money paise={paise} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      </Specimen>
      <Specimen name="Motion">
        <Motion />
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
