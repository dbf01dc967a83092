import { FlaskConical } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { RunReview } from '#contract/runs/decisions.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'

const ReviewedCase = lazyPart(
  () => import('./reviewed-case.tsx'),
  (m) => m.ReviewedCase,
)

interface Props {
  review: RunReview
  undecided: number
  unsaved: boolean
}

/** For the owner of the workflow: the decisions become a test case of it. */
export function MakeReviewedCase({ review, undecided, unsaved }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        icon={<FlaskConical aria-hidden="true" />}
        reason={reasonOf(review, undecided, unsaved)}
        onClick={() => setOpen(true)}
      >
        {t('Make a test case')}
      </Button>
      {open && (
        <Suspense>
          <ReviewedCase id={review.execution_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function reasonOf({ signed_off, second_reader }: RunReview, undecided: number, unsaved: boolean): string | undefined {
  if (signed_off !== null) return undefined
  if (unsaved) return t('Some decisions aren’t saved yet.')
  if (second_reader) return t('Sign off the document first.')
  return undecided > 0 ? t('Decide every finding or sign off the document first.') : undefined
}
