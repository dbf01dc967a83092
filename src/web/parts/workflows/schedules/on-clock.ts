import { locale } from '#web/lib/language.ts'

/** In the time zone of the schedule: the reader may be in another one. */
export const formatOnClock = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), {
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
  run_once: 'Run once',
  run_all: 'Run every missed time',
  skip: 'Skip missed times',
} as const
