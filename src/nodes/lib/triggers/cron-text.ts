/** A cron line in words, as far as it is one that people use; the line itself for the others. */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const NUMBER = /^\d{1,2}$/

const ordinal = (day: number): string => {
  const last = day % 10
  const isTeen = day > 10 && day < 14
  return `${day}${!isTeen && last === 1 ? 'st' : !isTeen && last === 2 ? 'nd' : !isTeen && last === 3 ? 'rd' : 'th'}`
}

/** The days of a line that runs at one time of day; null for one that is not simple. */
function daysText(date: string, month: string, weekday: string): string | null {
  if (month !== '*') return null
  if (date === '*' && weekday === '*') return 'Every day'
  if (date === '*' && weekday === '1-5') return 'Monday to Friday'
  if (date === '*' && /^[0-7](?:,[0-7])*$/.test(weekday)) {
    const names = [...new Set(weekday.split(',').map((day) => DAYS[Number(day)] ?? day))]
    return `Every ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]}`
  }
  if (NUMBER.test(date) && weekday === '*') return `On the ${ordinal(Number(date))} of every month`
  return null
}

export function cronText(cron: string): string {
  const [minute = '', hour = '', date = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  const plain = `Schedule ${cron.trim()}`
  if (more.length > 0 || weekday === '') return plain
  const daily = date === '*' && month === '*' && weekday === '*'
  const every = /^\*\/(\d{1,2})$/
  if (daily && hour === '*') {
    const [, minutes] = every.exec(minute) ?? []
    if (minute === '*' || minutes === '1') return 'Every minute'
    if (minutes) return `Every ${minutes} minutes`
    if (NUMBER.test(minute)) return minute === '0' ? 'Every hour' : `Every hour at minute ${Number(minute)}`
  }
  const [, hours] = every.exec(hour) ?? []
  if (daily && hours && minute === '0') return hours === '1' ? 'Every hour' : `Every ${hours} hours`
  const days = daysText(date, month, weekday)
  if (days === null || !NUMBER.test(minute) || !NUMBER.test(hour)) return plain
  return `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
