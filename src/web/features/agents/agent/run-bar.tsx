import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AgentSample } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'

interface Props {
  samples: readonly AgentSample[]
  /** Starts a run of this sample. */
  onRun: (sample: AgentSample) => void
  /** Leads to the form. */
  onOwn: () => void
}

/** Whether the form is in the window, with a button of its own. */
function useFormInSight(): boolean {
  const [inSight, setInSight] = useState(false)
  useEffect(() => {
    const form = document.getElementById('try-it')?.closest('section')
    if (!form) return
    const sight = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting === true))
    sight.observe(form)
    return () => sight.disconnect()
  }, [])
  return inSight
}

/** On a phone: what runs the agent, at the bottom of the window for as long as the form is out of sight. */
export function RunBar({ samples, onRun, onOwn }: Props) {
  const [params] = useSearchParams()
  const inSight = useFormInSight()
  const sample = samples[Number(params.get('sample')) - 1] ?? samples[0]
  return (
    <section
      aria-label={t('Run this agent')}
      className={`sticky bottom-0 z-20 -mx-4 grid auto-cols-fr grid-flow-col gap-2 border-line border-t bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden print:hidden ${inSight ? 'invisible' : ''}`}
    >
      {sample && (
        <Button size="lg" icon={<Play aria-hidden="true" />} className="px-2" onClick={() => onRun(sample)}>
          {t('Run sample')}
        </Button>
      )}
      <Button size="lg" variant="primary" className="px-2" onClick={onOwn}>
        {t('Use your own')}
      </Button>
    </section>
  )
}
