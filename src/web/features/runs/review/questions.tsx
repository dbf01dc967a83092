import { CircleHelp, Hourglass } from 'lucide-react'
import type { ReviewPerson } from '#contract/runs/decisions.ts'
import type { OpenQuestion } from '#contract/runs/review-queue.ts'
import { t } from '#web/lib/language.ts'
import { AssignQuestion } from '#web/parts/runs/approval/assign-question.tsx'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface QuestionsProps {
  items: readonly OpenQuestion[]
  /** Who can be asked to answer; null where a person works alone. */
  people: readonly ReviewPerson[] | null
}

/** What runs wait for a person to answer. Each opens its run. */
export const Questions = ({ items, people }: QuestionsProps) => (
  <section aria-labelledby="questions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h2 id="questions" className="text-xl">
      {t('Approvals and questions')}
    </h2>
    <ul className="overflow-hidden surface-card">
      {items.map((question) => (
        <li
          key={question.wait_id}
          className="flex flex-wrap items-center gap-x-3 border-line border-b pr-4 last:border-0"
        >
          <QuestionLink {...question} />
          {people !== null && (
            <div className="mb-2 ml-11 sm:my-1 sm:ml-0">
              <AssignQuestion question={question} people={people} hideLabel />
            </div>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const QuestionLink = ({ execution_id, type, title, asked_by, at, until }: OpenQuestion) => (
  <Link
    href={paths.run(execution_id)}
    className="flex min-h-11 min-w-0 flex-[1_1_20rem] flex-wrap items-center gap-x-3 px-4 py-2 -outline-offset-2 hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-warn"
  >
    {type === 'approval' ? <Hourglass aria-hidden="true" /> : <CircleHelp aria-hidden="true" />}
    <span className="min-w-0 flex-[1_1_12rem] [overflow-wrap:anywhere]">
      <bdi className="font-medium">
        <MaskedText text={title ?? t('An answer is needed')} />
      </bdi>{' '}
      <bdi className="text-muted">{asked_by}</bdi>
    </span>
    <span className="text-muted text-xs">
      {until === null ? (
        <RelativeTime time={at} />
      ) : (
        <>
          {t('Times out')} <RelativeTime time={until} />
        </>
      )}
    </span>
  </Link>
)
