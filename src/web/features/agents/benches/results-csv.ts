import type { Bench } from '#contract/agents/benches.ts'
import { toCsv } from '#contract/core/csv.ts'

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** For a spreadsheet: a cell that begins like a formula is text. Money in rupees. */
export const resultsCsv = ({ agents, cases, runs }: Bench): string =>
  toCsv([
    [
      'Case',
      'Name',
      'Agent',
      'Version',
      'Outcome',
      'Correct',
      'Marked by',
      'Score',
      'Note',
      'Expected',
      'Answer',
      'Milliseconds',
      'Cost in ₹',
    ],
    ...runs.map((run) => {
      const one = cases[run.case]
      const agent = agents[run.agent]
      return [
        run.case + 1,
        one?.name ?? '',
        agent?.name ?? '',
        agent?.version ?? null,
        run.outcome ?? 'running',
        run.right === null ? '' : run.right ? 'yes' : 'no',
        run.right === null ? '' : run.ruled ? 'you' : (one?.scorer.type ?? ''),
        run.score,
        run.note,
        asText(one?.expected),
        run.answer ?? '',
        run.ms,
        (run.cost_paise / 100).toFixed(2),
      ]
    }),
  ])
