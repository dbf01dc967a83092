import { useLocation, useSearchParams } from 'react-router'
import { Page } from '#web/app/shell/page.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ContactForm } from './contact-form.tsx'
import { Office } from './office.tsx'
import { readSentMessage, Sent } from './sent.tsx'
import { parsePlan, parseTopic, topicTexts } from './topics.ts'

/** §2.1: also Help Center, Enterprise Solutions, plan sales and the demo; the topic is part of the address. */
export function Component() {
  const [params] = useSearchParams()
  const sent = readSentMessage(useLocation().state)
  const topic = parseTopic(params.get('topic'))
  const plan = parsePlan(params.get('plan'))
  const words = topicTexts(topic, plan)
  return (
    <Page title={words.heading}>
      <PageHeader title={words.heading}>{words.intro}</PageHeader>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {sent ? <Sent {...sent} /> : <ContactForm topic={topic ?? 'help'} plan={plan} help={words.help} />}
        <Office />
      </div>
    </Page>
  )
}
