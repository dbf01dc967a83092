/** Findings are written for the reader of the interface, in its language. */
import { writeFor } from '#findings/reader.ts'
import { formatNumber, formatPaise, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'

writeFor({ formatNumber, formatPaise, formatPercent, formatDay: (date) => formatDay(date), t })
