import { CircleCheck } from 'lucide-react'
import { t } from '#web/lib/language.ts'

/** Of the sample that the home page plays: words of a discharge summary, and the code that they are the reason for. */
const EVIDENCE = [
  { quote: 'acute on chronic systolic heart failure', code: 'I50.23', name: 'Acute on chronic systolic heart failure' },
  { quote: 'chronic kidney disease stage 3a', code: 'N18.31', name: 'Chronic kidney disease, stage 3a' },
  { quote: 'iron deficiency anemia', code: 'D50.9', name: 'Iron deficiency anemia, unspecified' },
] as const

const reasons = () => [
  t('Free to start, no card'),
  t('Every result shows the words it comes from'),
  t('Runs that fail cost nothing'),
  t('Your documents stay yours: delete them at any time'),
]

/** What an account is for, next to the forms of signing in and up: a finished result, and why. */
export const WhatYouGet = () => (
  <aside
    aria-label={t('What you get')}
    className="hidden content-center gap-8 border-line border-l bg-sunken p-10 lg:grid"
  >
    <figure className="grid gap-3">
      <ul lang="en-IN" className="grid divide-y divide-line surface-raised">
        {EVIDENCE.map(({ quote, code, name }) => (
          <li key={code} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1 p-4">
            <span className="font-mono font-semibold">{code}</span>
            <span className="font-medium">{name}</span>
            <q className="col-start-2 text-muted">
              <mark className="rounded-sm bg-marigold-soft px-1 text-ink">{quote}</mark>
            </q>
          </li>
        ))}
      </ul>
      <figcaption className="text-muted">{t('A discharge summary, coded. Each code quotes its reason.')}</figcaption>
    </figure>
    <ul className="grid gap-2.5">
      {reasons().map((reason) => (
        <li key={reason} className="flex items-start gap-2.5">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-good" />
          {reason}
        </li>
      ))}
    </ul>
  </aside>
)
