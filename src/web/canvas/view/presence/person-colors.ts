/** How each of the five colours of people looks. */
const LOOKS = [
  { edge: 'border-(--person-1)', fill: 'bg-(--person-1) text-on-strong', ink: 'text-(--person-1)' },
  { edge: 'border-(--person-2)', fill: 'bg-(--person-2) text-on-strong', ink: 'text-(--person-2)' },
  { edge: 'border-(--person-3)', fill: 'bg-(--person-3) text-on-strong', ink: 'text-(--person-3)' },
  { edge: 'border-(--person-4)', fill: 'bg-(--person-4) text-on-strong', ink: 'text-(--person-4)' },
  { edge: 'border-(--person-5)', fill: 'bg-(--person-5) text-on-strong', ink: 'text-(--person-5)' },
] as const

export const personColor = (color: number) => LOOKS[Math.abs(color) % LOOKS.length] ?? LOOKS[0]
