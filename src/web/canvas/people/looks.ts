/** How each of the five colours of people looks in the tokens of the theme. */
const LOOKS = [
  { edge: 'border-indigo', fill: 'bg-indigo text-on-strong', ink: 'text-indigo' },
  { edge: 'border-good', fill: 'bg-good text-on-strong', ink: 'text-good' },
  { edge: 'border-bad', fill: 'bg-bad text-on-strong', ink: 'text-bad' },
  { edge: 'border-warn', fill: 'bg-warn text-on-strong', ink: 'text-warn' },
  { edge: 'border-ink', fill: 'bg-ink text-paper', ink: 'text-ink' },
] as const

export const lookOf = (color: number) => LOOKS[Math.abs(color) % LOOKS.length] ?? LOOKS[0]
