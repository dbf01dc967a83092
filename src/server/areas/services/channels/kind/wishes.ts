/** Words by which people agree to messages, and end them, on every kind of channel. */

const STOP = ['stop', 'unsubscribe', 'stop all', 'रोकें', 'रोको', 'बंद', 'बंद करें', 'बंद करो', 'band karo', 'roko']
const START = ['start', 'unstop', 'subscribe', 'शुरू', 'शुरू करें', 'शुरू करो', 'चालू', 'चालू करें', 'shuru', 'shuru karo']

/** A message that is one of the words alone, however it is written. */
export function wishOf(text: string): 'stop' | 'start' | null {
  const word = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim()
  if (STOP.includes(word)) return 'stop'
  return START.includes(word) ? 'start' : null
}
