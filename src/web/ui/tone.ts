/** What a badge says without words. */
export const TONES = {
  neutral: 'bg-hover text-ink',
  outline: 'text-muted ring-1 ring-line ring-inset',
  live: 'bg-marigold-soft text-marigold-ink',
  selected: 'bg-indigo-soft text-indigo',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}
export type Tone = keyof typeof TONES
