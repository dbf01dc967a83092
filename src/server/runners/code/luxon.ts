/** Luxon, for code that works with dates: text that runs in the guest's realm, before the person's code and apart from it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const MENTIONS = /\b(?:luxon|DateTime|Duration|Interval)\b/

let text: string | null = null

/**
 * Defines `luxon` and the three names that its documentation uses. Times are in UTC unless the code says otherwise, so that a run gives
 * the same on every server. Its `Settings` are left out: they are kept where no look at a realm sees them, so one execution would
 * change the next.
 */
function read(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('luxon/package.json'))
  const library = readFileSync(join(folder, 'build/global/luxon.min.js'), 'utf8')
  return `(() => {
${library}
luxon.Settings.defaultZone = 'utc';
const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
const { DateTime, Duration, Interval, Info, IANAZone, FixedOffsetZone } = luxon;
define('luxon', { DateTime, Duration, Interval, Info, IANAZone, FixedOffsetZone });
define('DateTime', DateTime); define('Duration', Duration); define('Interval', Interval);
})()`
}

/** The library, where the code mentions it; null elsewhere, since it takes some milliseconds and a megabyte. */
export function luxonFor(source: string): string | null {
  if (!MENTIONS.test(source)) return null
  text ??= read()
  return text
}
