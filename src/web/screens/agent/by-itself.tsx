import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Way } from './way.tsx'

/** Ways that need a service first: at set times. */
export function ByItself({ isFree }: { isFree: boolean }) {
  return (
    <Way title="At set times">
      <p className="max-w-prose text-muted">
        Add it to <TextLink href={paths.services()}>My AI Services</TextLink>. On its page, under Schedule, you say when
        it runs and with which input, such as <code>0 9 * * 1-5</code> for 09:00 from Monday to Friday.
        {!isFree && ' Each run costs what a run on this page costs.'}
      </p>
    </Way>
  )
}
