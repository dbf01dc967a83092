import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextLink } from '#web/ui/link.tsx'

export function useWorse() {
  const [agreed, setAgreed] = useState(false)
  return { agreed, setAgreed }
}

/** A version that scores lower on the test cases is published after this was agreed to. */
export function WorseScore({ error, worse }: { error: unknown; worse: ReturnType<typeof useWorse> }) {
  const { id } = useDraft()
  if (!(error instanceof ApiError) || error.code !== 'score_fell') return null
  return (
    <div className="grid gap-2">
      <Checkbox
        label={t('I understand and want to publish it')}
        checked={worse.agreed}
        onChange={({ target }) => worse.setAgreed(target.checked)}
      />
      <p>
        <TextLink href={paths.agentTests(id)}>{t('Compare the versions')}</TextLink>
      </p>
    </div>
  )
}
