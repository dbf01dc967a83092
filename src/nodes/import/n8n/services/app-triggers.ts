/**
 * n8n's triggers of apps as triggers of ours, as data: `type | app | trigger | title | when | input | shape`. `when` names the parameter and
 * the values that mean the same event, the first one being what n8n takes when none is named; `-` for none. The input is written as in
 * `app-call.ts`, the shape brings what happened into the form n8n has.
 */
import { type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import type { StepReader } from '#nodes/import/n8n/step-reader.ts'
import { accountSlot } from './app.ts'
import { type AppCall, inputOf } from './app-call.ts'
import { SHAPES } from './app-values.ts'

const TABLE = `
telegramTrigger | telegram | new_message | Telegram: New message | updates=message,* | - | telegramUpdate
whatsAppTrigger | whatsapp | new_message | WhatsApp: New message | updates=messages | phone_number_id!=phoneNumberId | whatsAppUpdate
slackTrigger | slack | new_message | Slack: New message | trigger=message,any_event,app_mention | channel=channelId | -
gmailTrigger | gmail | new_email | Gmail: New email | event=messageReceived | q=filters/q labelIds=filters/labelIds | -
microsoftOutlookTrigger | microsoft-outlook | new_email | Outlook: New email | event=messageReceived | - | -
googleSheetsTrigger | google-sheets | new_row | Google Sheets: New row | event=anyUpdate,rowAdded | spreadsheetId!=@googleId:documentId range!=@sheetName | sheetRow
googleDriveTrigger | google-drive | new_file_in_folder | Google Drive: New file in a folder | event=fileCreated | folder!=@googleId:folderToWatch | -
googleCalendarTrigger | google-calendar | new_event | Google Calendar: New event | triggerOn=eventCreated | calendarId!=calendarId | -
airtableTrigger | airtable | new_record | Airtable: New record | - | base_id!=baseId table!=tableId view=additionalFields/viewId | -
notionTrigger | notion | new_page_in_database | Notion: New page in a database | event=pageAddedToDatabase | database_id!=databaseId | notionPage
githubTrigger | github | new_issue | GitHub: New issue | events=issues | owner! repo!=repository | bodyOfCall
githubTrigger | github | new_pull_request | GitHub: New pull request | events=pull_request | owner! repo!=repository | bodyOfCall
hubspotTrigger | hubspot | new_contact | HubSpot: New contact | eventsUi/eventValues/0/name=contact.creation | - | -
hubspotTrigger | hubspot | new_deal | HubSpot: New deal | eventsUi/eventValues/0/name=deal.creation | - | -
stripeTrigger | stripe | new_event | Stripe: New event | - | event=@first:events | -
shopifyTrigger | shopify | new_order | Shopify: New order | topic=orders/create | - | -
typeformTrigger | typeform | new_response | Typeform: New response | - | form_id!=formId | -
jiraTrigger | jira | new_issue | Jira: New issue | events=jira:issue_created | project!=projectKey | issueOfCall
calendlyTrigger | calendly | new_booked_meeting | Calendly: New booked meeting | events=invitee.created | - | payloadOfCall
`

export interface AppTrigger {
  type: string
  integration: string
  trigger: string
  title: string
  /** Null: any. */
  when: { name: string; values: readonly string[] } | null
  parts: readonly string[]
  shape: string | null
}

export const APP_TRIGGERS: readonly AppTrigger[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [type = '', integration = '', trigger = '', title = '', when = '-', input = '-', shape = '-'] =
      line.split(' | ')
    const [name = '', values = ''] = when.split('=')
    return {
      type,
      integration,
      trigger,
      title,
      when: when === '-' ? null : { name, values: values.split(',') },
      parts: input === '-' ? [] : input.split(' '),
      shape: shape === '-' ? null : shape,
    }
  })

/** The trigger for what the step waits for; null when we have none for it. */
function triggerOf(reader: StepReader): AppTrigger | null {
  const asked = ({ when }: AppTrigger): string[] => {
    const found = when === null ? undefined : reader.get(...when.name.split('/'))
    return (Array.isArray(found) ? found : found === undefined ? [] : [found]).map(String)
  }
  const own = APP_TRIGGERS.filter(({ type }) => type === reader.step.type)
  const found = own.find((one) => {
    const events = asked(one)
    return one.when === null || events.length === 0 || events.some((event) => one.when?.values.includes(event))
  })
  if (!found) return null
  const others = asked(found).filter((event) => !found.when?.values.includes(event))
  if (others.length > 0)
    reader.warn(
      'trigger',
      found.when?.name ?? null,
      `Only “${found.title}” starts it here, not ${others.join(', ').slice(0, 200)}`,
    )
  return found
}

/** Null where the app has no trigger for the event. */
export const appTrigger: Mapper = (reader) => {
  const found = triggerOf(reader)
  if (!found) return null
  const { integration, trigger, title, parts, shape } = found
  const call: AppCall = { action: trigger, title, effect: 'read', parts, list: null, pages: false, shape }
  const code = shape === null ? undefined : SHAPES[shape]?.code
  return mapped(
    'app_trigger',
    { integration, trigger, title, input: inputOf(call, reader) },
    {
      trigger: true,
      slot: accountSlot(title.split(':')[0] ?? title),
      ...(code && {
        follow: { type: 'set_fields', title: 'What happened in the n8n format', config: { json: `{{ ${code} }}` } },
      }),
    },
  )
}
