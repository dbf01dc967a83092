/** The order in which apps are offered where nothing else decides: those that most creators have, then by name. */

const WELL_KNOWN: readonly string[] = (
  'google-sheets gmail slack whatsapp google-drive google-calendar notion telegram airtable hubspot razorpay ' +
  'stripe shopify github jira trello asana openai twilio zoho-crm mailchimp zendesk microsoft-outlook ' +
  'microsoft-teams discord google-docs dropbox clickup typeform calendly zoom sendgrid xero quickbooks salesforce ' +
  'onedrive microsoft-excel freshdesk intercom wordpress woocommerce gitlab google-tasks docusign box todoist ' +
  'linear monday mysql mongodb redis tally fhir sftp ftp'
).split(' ')

/** The rank of all other apps. */
export const UNRANKED = WELL_KNOWN.length

/** The place of an app among the well-known ones; behind all of them for any other. */
export function rankOf(id: string): number {
  const at = WELL_KNOWN.indexOf(id)
  return at < 0 ? UNRANKED : at
}

/** Compares apps for a list of all of them: the same order for everyone and on every page. */
export const byRank = (a: { id: string; name: string }, b: { id: string; name: string }): number =>
  rankOf(a.id) - rankOf(b.id) || a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)
