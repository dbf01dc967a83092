/** On the clock a schedule is meant on: whoever reads it may be elsewhere. */
export const onClock = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-IN', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(time))

export const MISSED = {
  run_once: 'One run makes up for all of them',
  run_all: 'Each gets a run of its own',
  skip: 'They are left out',
} as const
