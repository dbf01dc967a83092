/** What creators type into the picker, and the apps that answer it. The list was written before the search. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { IndexedApp } from './indexed-app.ts'
import { createSearch } from './search.ts'

/** Where one app is right it has to come first; where several are, one of them has to be among the first three. */
const TYPED: readonly (readonly [typed: string, right: readonly string[]])[] = [
  ['mysql query', ['mysql']],
  ['insert rows mysql', ['mysql']],
  ['mongo find document', ['mongodb']],
  ['redis set key', ['redis']],
  ['upload file sftp', ['sftp']],
  ['ftp download', ['ftp']],
  ['tally voucher', ['tally']],
  ['create ledger', ['tally']],
  ['find patient', ['fhir', 'drchrono']],
  ['linear issue', ['linear']],
  ['monday create item', ['monday']],
  ['add row', ['google-sheets', 'airtable', 'smartsheet', 'microsoft-excel']],
  ['add row to google sheets', ['google-sheets']],
  ['google sheets', ['google-sheets']],
  ['gsheet append', ['google-sheets']],
  ['read spreadsheet', ['google-sheets', 'microsoft-excel', 'smartsheet']],
  ['update cell', ['google-sheets', 'microsoft-excel', 'smartsheet']],
  ['create spreadsheet', ['google-sheets', 'smartsheet']],
  ['excel add row', ['microsoft-excel']],
  ['send email', ['gmail', 'sendgrid', 'microsoft-outlook', 'mailgun', 'postmark', 'resend', 'brevo', 'mandrill']],
  ['send gmail', ['gmail']],
  ['outlook send mail', ['microsoft-outlook']],
  ['search emails', ['gmail', 'microsoft-outlook']],
  ['create draft email', ['gmail', 'microsoft-outlook']],
  ['send whatsapp', ['whatsapp']],
  ['whatsapp template message', ['whatsapp']],
  ['send message', ['slack', 'telegram', 'discord', 'microsoft-teams', 'whatsapp', 'twilio', 'google-chat']],
  ['send slack message', ['slack']],
  ['post to slack channel', ['slack']],
  ['telegram bot send photo', ['telegram']],
  ['telegram message', ['telegram']],
  ['discord message', ['discord']],
  ['teams message', ['microsoft-teams']],
  ['send sms', ['twilio', 'vonage', 'msg91', 'plivo', 'messagebird', 'clicksend', 'telnyx']],
  ['make phone call', ['twilio', 'vonage', 'plivo', 'telnyx']],
  ['create invoice', ['razorpay', 'stripe', 'xero', 'quickbooks', 'zoho-books', 'freshbooks', 'square', 'paypal']],
  ['create xero invoice', ['xero']],
  ['stripe refund', ['stripe']],
  ['refund payment', ['stripe', 'razorpay', 'square', 'paypal', 'adyen', 'mollie']],
  ['create payment link', ['razorpay', 'stripe', 'adyen', 'square', 'mollie']],
  ['razorpay order', ['razorpay']],
  ['list payments', ['razorpay', 'stripe', 'square', 'mollie', 'paypal']],
  [
    'create customer',
    [
      'stripe',
      'razorpay',
      'shopify',
      'square',
      'quickbooks',
      'woocommerce',
      'mollie',
      'chargebee',
      'freshbooks',
      'zoho-books',
    ],
  ],
  ['create subscription', ['stripe', 'razorpay', 'square', 'chargebee', 'mollie']],
  ['shopify orders', ['shopify']],
  ['update product stock', ['shopify', 'woocommerce', 'square']],
  ['list orders', ['shopify', 'woocommerce', 'razorpay', 'square', 'bigcommerce', 'shipstation']],
  ['woocommerce create product', ['woocommerce']],
  ['create issue', ['github', 'jira', 'gitlab', 'linear', 'bitbucket', 'sentry', 'gitea']],
  ['github create issue', ['github']],
  ['create pull request', ['github', 'bitbucket', 'gitea']],
  ['merge request', ['gitlab']],
  ['jira ticket', ['jira']],
  ['comment on issue', ['github', 'jira', 'gitlab', 'bitbucket', 'gitea']],
  ['create ticket', ['zendesk', 'freshdesk', 'jira', 'hubspot', 'intercom', 'zoho-desk', 'freshservice']],
  ['zendesk ticket', ['zendesk']],
  ['reply to ticket', ['zendesk', 'freshdesk', 'zoho-desk']],
  [
    'create contact',
    [
      'hubspot',
      'zoho-crm',
      'google-contacts',
      'intercom',
      'salesforce',
      'activecampaign',
      'brevo',
      'xero',
      'pipedrive',
      'freshdesk',
      'keap',
      'freshsales',
      'close',
    ],
  ],
  ['add contact hubspot', ['hubspot']],
  ['create lead', ['zoho-crm', 'salesforce', 'pipedrive', 'close', 'freshsales', 'intercom', 'hubspot']],
  ['zoho crm lead', ['zoho-crm']],
  ['create deal', ['hubspot', 'pipedrive', 'zoho-crm', 'freshsales', 'close', 'activecampaign']],
  ['add subscriber', ['mailchimp', 'mailerlite', 'convertkit', 'brevo', 'klaviyo', 'activecampaign', 'beehiiv']],
  ['mailchimp add to list', ['mailchimp']],
  ['add to newsletter', ['mailchimp', 'mailerlite', 'convertkit', 'brevo', 'beehiiv', 'klaviyo']],
  [
    'create task',
    [
      'asana',
      'clickup',
      'google-tasks',
      'todoist',
      'trello',
      'microsoft-to-do',
      'wrike',
      'monday',
      'linear',
      'hubspot',
    ],
  ],
  ['asana task', ['asana']],
  ['create card', ['trello']],
  ['move trello card', ['trello']],
  ['clickup task', ['clickup']],
  ['todo list', ['microsoft-to-do', 'todoist', 'google-tasks']],
  ['create event', ['google-calendar', 'microsoft-outlook', 'eventbrite', 'cal-com']],
  ['book meeting', ['google-calendar', 'calendly', 'cal-com', 'zoom', 'microsoft-outlook']],
  ['find free time', ['google-calendar', 'microsoft-outlook', 'calendly', 'cal-com']],
  ['create zoom meeting', ['zoom']],
  ['calendly events', ['calendly']],
  ['create page', ['notion', 'confluence', 'wordpress', 'microsoft-onenote', 'webflow']],
  ['notion database item', ['notion']],
  ['query notion database', ['notion']],
  ['create record', ['airtable', 'salesforce', 'zoho-crm', 'nocodb', 'baserow', 'pocketbase', 'supabase', 'quickbase']],
  ['airtable records', ['airtable']],
  ['upload file', ['google-drive', 'dropbox', 'box', 'onedrive', 'slack', 'amazon-s3']],
  ['upload to google drive', ['google-drive']],
  ['download file', ['google-drive', 'dropbox', 'box', 'onedrive']],
  ['create folder', ['google-drive', 'dropbox', 'box', 'onedrive']],
  ['share file', ['google-drive', 'dropbox', 'box', 'onedrive']],
  ['create google doc', ['google-docs']],
  ['send document for signature', ['docusign', 'dropbox-sign', 'pandadoc', 'signnow']],
  ['docusign envelope', ['docusign']],
  ['get form responses', ['typeform', 'google-forms', 'jotform', 'tally-forms', 'surveymonkey']],
  ['typeform responses', ['typeform']],
  ['chatgpt', ['openai']],
  ['generate image', ['openai', 'stability-ai', 'replicate']],
  ['ask ai', ['openai', 'anthropic', 'google-gemini', 'mistral-ai', 'perplexity', 'cohere', 'groq']],
  ['transcribe audio', ['openai', 'deepgram', 'assemblyai', 'groq', 'google-speech', 'elevenlabs']],
  ['text to speech', ['elevenlabs', 'openai', 'google-text-to-speech', 'deepgram']],
  ['translate text', ['google-translate', 'deepl', 'libretranslate']],
  ['youtube videos', ['youtube']],
  ['spotify playlist', ['spotify']],
  ['post tweet', ['x-twitter']],
  ['linkedin post', ['linkedin']],
  ['publish blog post', ['wordpress', 'ghost', 'medium', 'dev-to', 'blogger', 'webflow']],
  ['run sql query', ['google-bigquery', 'snowflake', 'databricks']],
  ['bigquery', ['google-bigquery']],
  ['push notification', ['firebase-cloud-messaging', 'onesignal', 'pushover', 'pushbullet', 'ntfy']],
  ['firestore document', ['google-firestore']],
  ['get weather', ['openweather', 'weatherapi', 'visual-crossing', 'stormglass', 'weatherbit']],
  ['shorten link', ['bitly', 'rebrandly', 'tinyurl', 'shorten-rest', 'dub']],
  ['track shipment', ['shipengine', 'shippo', 'shipstation', 'easypost', 'aftership', 'shiprocket']],
  ['scrape website', ['firecrawl', 'apify', 'scrapingbee', 'browserless']],
  ['create pdf', ['pdf-generator-api', 'pdfmonkey', 'carbone', 'api2pdf', 'docraptor', 'craftmypdf']],
]

const index: readonly IndexedApp[] = JSON.parse(readFileSync(join(import.meta.dirname, 'catalogue/index.json'), 'utf8'))
const known = new Set(index.map(({ id }) => id))

describe('the search of the picker', () => {
  const search = createSearch(index)

  it('has more than a hundred things that people type', () => {
    expect(new Set(TYPED.map(([typed]) => typed)).size).toBe(111)
  })

  it('finds the right app for at least 95 of them', () => {
    const missed = TYPED.flatMap(([typed, right]) => {
      const found = search(typed).map(({ app }) => app.id)
      const isFound = found.slice(0, right.length === 1 ? 1 : 3).some((id) => right.includes(id))
      return isFound ? [] : [`${typed}: ${found.slice(0, 3)} in place of ${right.filter((id) => known.has(id))}`]
    })
    expect(missed.slice(5)).toEqual([])
  })

  it('finds names that are half typed or misspelt, and the action that was meant', () => {
    expect(search('slak')[0]?.app.id).toBe('slack')
    expect(search('goog she')[0]?.app.id).toBe('google-sheets')
    expect(search('add row google sheets')[0]?.actions[0]?.id).toBe('add_row')
    expect(search('   ')).toEqual([])
    expect(search('zzzz qqqq')).toEqual([])
    expect(search('x'.repeat(100_000))).toEqual([])
  })

  it('has every app that is the only right one', () => {
    expect(TYPED.filter(([, right]) => !right.some((id) => known.has(id)))).toEqual([])
  })
})
