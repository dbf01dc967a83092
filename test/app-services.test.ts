/**
 * Apps that people use most, each against a stand-in that was written by the service's own reference: what is made is listed, changed and
 * removed through the actions of the catalogue, page after page, and what the service refuses is told in its words.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { ACCESS_TOKEN, ENTERED, OWNER } from '#test/support/connectors/open-app.ts'
import { airtable } from '#test/support/services/airtable.ts'
import { github } from '#test/support/services/github.ts'
import { gmail } from '#test/support/services/gmail.ts'
import { googleCalendar } from '#test/support/services/google-calendar.ts'
import { googleDrive } from '#test/support/services/google-drive.ts'
import { hubspot } from '#test/support/services/hubspot.ts'
import { jira } from '#test/support/services/jira.ts'
import { notion } from '#test/support/services/notion.ts'
import { onedrive } from '#test/support/services/onedrive.ts'
import { closeApps, openAppAt } from '#test/support/services/open-app-at.ts'
import { outlook } from '#test/support/services/outlook.ts'
import { razorpay } from '#test/support/services/razorpay.ts'
import { shopify } from '#test/support/services/shopify.ts'
import { slack } from '#test/support/services/slack.ts'
import { stripe } from '#test/support/services/stripe.ts'
import { telegram } from '#test/support/services/telegram.ts'
import { whatsapp } from '#test/support/services/whatsapp.ts'
import { zoho } from '#test/support/services/zoho.ts'

afterAll(closeApps)

const FILE = { file_id: OWNER }
const texts = (value: Json): string => JSON.stringify(value)

const GOOGLE = 'https://www.googleapis.com'
const GRAPH = 'https://graph.microsoft.com'

describe('Gmail', () => {
  const service = gmail(ACCESS_TOKEN)
  it('sends, finds, labels and removes emails', async () => {
    const { run, refused } = await openAppAt('gmail', service, ['https://gmail.googleapis.com'])
    const to = ['Asha <asha@example.com>']
    for (const subject of ['Grüße', 'Two', 'Three']) await run('send_email', { to, subject, text: `About ${subject}` })
    expect([...service.mails.values()][0]?.raw).toContain('To: "Asha" <asha@example.com>')
    const all = await run('search_emails', { maxResults: 2 }, { all_pages: true })
    expect(all).toHaveLength(3)
    const { id } = all[1]
    expect(await run('get_email', { id })).toMatchObject({ labelIds: ['SENT'] })
    const label = await run('create_label', { name: 'Care' })
    await run('label_email', { id, addLabelIds: [label.id], removeLabelIds: ['SENT'] })
    expect(await run('search_emails', { labelIds: [label.id] })).toMatchObject({ messages: [{ id }] })
    await run('move_email_to_trash', { id })
    expect(await run('search_emails', {}, { all_pages: true })).toHaveLength(2)
    await run('create_draft', { to, subject: 'Later', text: 'x' })
    expect(await run('list_drafts')).toMatchObject({ drafts: [{ id: expect.any(String) }] })
    expect(await refused('get_email', { id: 'nothing' })).toBe(
      'app_refused: Gmail refused it (404): Requested entity was not found.',
    )
    expect(await refused('create_label', { name: 'Care' })).toContain('Label name exists or conflicts')
  })
})

it('Google Drive keeps, moves, shares and removes files', async () => {
  const { run, refused } = await openAppAt('google-drive', googleDrive(ACCESS_TOKEN), [GOOGLE])
  const folder = await run('create_folder', { name: 'Reports', mimeType: 'application/vnd.google-apps.folder' })
  const file = await run('upload_file', { file: FILE })
  await run('move_file', { fileId: file.id, addParents: folder.id, removeParents: 'root', name: 'May.txt' })
  expect(await run('get_files_details', { fileId: file.id })).toMatchObject({ name: 'May.txt', parents: [folder.id] })
  expect(await run('download_file', { fileId: file.id })).toMatchObject({ mime: 'text/plain', size: 4 })
  await run('copy_file', { fileId: file.id, name: 'Copy.txt' })
  expect(await run('search_files', { pageSize: 1 }, { all_pages: true })).toHaveLength(3)
  expect(await run('search_files', { q: "name = 'May.txt'" })).toMatchObject({ files: [{ id: file.id }] })
  const given = await run('share_file', {
    fileId: file.id,
    role: 'reader',
    type: 'user',
    emailAddress: 'a@example.com',
  })
  expect(await run('list_who_has_access', { fileId: file.id }, { all_pages: true })).toHaveLength(1)
  await run('stop_sharing_file', { fileId: file.id, permissionId: given.id })
  expect(await run('list_who_has_access', { fileId: file.id }, { all_pages: true })).toEqual([])
  await run('delete_file', { fileId: file.id })
  expect(await refused('get_files_details', { fileId: file.id })).toContain(`File not found: ${file.id}.`)
  expect(await refused('copy_file', { fileId: folder.id })).toContain('does not allow this to the account (403)')
})

it('Google Calendar makes, finds, changes and removes events', async () => {
  const { run, refused } = await openAppAt('google-calendar', googleCalendar(ACCESS_TOKEN), [GOOGLE])
  const { id: calendarId } = await run('create_calendar', { summary: 'Ward' })
  const times = (day: number) => ({
    start: { dateTime: `2026-02-0${day}T09:00:00+05:30` },
    end: { dateTime: `2026-02-0${day}T10:00:00+05:30` },
  })
  const events = []
  for (const day of [1, 2, 3])
    events.push(await run('create_event', { calendarId, summary: `Round ${day}`, ...times(day) }))
  expect(await run('find_events', { calendarId, maxResults: 2 }, { all_pages: true })).toHaveLength(3)
  const window = { timeMin: '2026-02-02T00:00:00Z', timeMax: '2026-02-03T00:00:00Z' }
  expect(await run('find_events', { calendarId, ...window })).toMatchObject({ items: [{ summary: 'Round 2' }] })
  const eventId = events[0].id
  await run('update_event', { calendarId, eventId, summary: 'Early round' })
  expect(await run('get_event', { calendarId, eventId })).toMatchObject({ summary: 'Early round', ...times(1) })
  await run('delete_event', { calendarId, eventId })
  expect(await refused('delete_event', { calendarId, eventId })).toContain('Resource has been deleted')
  expect(await refused('create_event', { calendarId, summary: 'x', start: {}, end: {} })).toContain(
    'Missing start time.',
  )
})

it('Slack posts, reads, changes and removes messages, and says no with a status that says yes', async () => {
  const { run, refused } = await openAppAt('slack', slack(ENTERED), ['https://slack.com'])
  const { channel } = await run('create_channel', { name: 'care' })
  const sent = await run('send_message', { channel: channel.id, text: 'Hello' })
  await run('send_message', { channel: channel.id, text: 'A reply', thread_ts: sent.ts })
  await run('send_message', { channel: channel.id, text: 'Another' })
  expect(await run('read_messages_of_channel', { channel: channel.id, limit: 2 }, { all_pages: true })).toHaveLength(3)
  expect(await run('read_replies_to_message', { channel: channel.id, ts: sent.ts }, { all_pages: true })).toHaveLength(
    2,
  )
  await run('update_message', { channel: channel.id, ts: sent.ts, text: 'Hello, all' })
  await run('add_reaction', { channel: channel.id, timestamp: sent.ts, name: 'thumbsup' })
  await run('set_topic_of_channel', { channel: channel.id, topic: 'Rounds' })
  expect(await run('get_channel', { channel: channel.id })).toMatchObject({ channel: { topic: { value: 'Rounds' } } })
  expect(await run('list_channels', { limit: 1 }, { all_pages: true })).toHaveLength(2)
  await run('delete_message', { channel: channel.id, ts: sent.ts })
  expect(await refused('delete_message', { channel: channel.id, ts: sent.ts })).toBe(
    'app_refused: Slack refused it: message_not_found',
  )
  expect(await refused('create_channel', { name: 'Care Ward' })).toContain('invalid_name_specials')
  await run('archive_channel', { channel: channel.id })
  expect(await refused('send_message', { channel: channel.id, text: 'x' })).toContain('is_archived')
})

describe('Telegram', () => {
  const service = telegram(ENTERED)
  it('sends, changes and removes messages, with the token in the path', async () => {
    const { run, refused, calls } = await openAppAt('telegram', service, ['https://api.telegram.org'])
    const { result } = await run('send_message', { chat_id: '7', text: 'Hello' })
    await run('edit_message', { chat_id: '7', message_id: result.message_id, text: 'Hello, Asha' })
    expect(service.messages).toMatchObject([{ text: 'Hello, Asha' }])
    await run('send_file', { chat_id: '7', document: FILE })
    expect(service.messages[1]).toMatchObject({ document: { file_name: 'a.txt' } })
    await run('delete_message', { chat_id: '7', message_id: result.message_id })
    expect(await refused('delete_message', { chat_id: '7', message_id: result.message_id })).toBe(
      'app_refused: Telegram refused it (400): Bad Request: message to delete not found',
    )
    expect(await refused('send_message', { chat_id: '8', text: 'x' })).toContain('chat not found')
    service.updates.push(...[5001, 5002, 5003].map((update_id) => ({ update_id })))
    expect(await run('get_new_messages', { limit: 2 })).toMatchObject({
      result: [{ update_id: 5001 }, { update_id: 5002 }],
    })
    calls.length = 0
    // Offsets are ids of updates: counting them up would give the same ones again.
    await run('get_new_messages', { limit: 2 }, { all_pages: true })
    expect(calls).toHaveLength(1)
    await run('set_address_for_messages', { url: 'https://chowk.example/hook' })
    expect(await refused('get_new_messages')).toContain('webhook is active')
  })
})

describe('WhatsApp', () => {
  const service = whatsapp(ENTERED)
  it('sends messages and files, and keeps templates', async () => {
    const { run, refused, choices } = await openAppAt('whatsapp', service, ['https://graph.facebook.com'])
    const from = { phone_number_id: '100', messaging_product: 'whatsapp' }
    await run('send_message', { ...from, to: '+91 98765 43210', type: 'text', text: { body: 'Hello' } })
    const { id } = await run('upload_file', { ...from, file: FILE, type: 'text/plain' })
    await run('send_message', { ...from, to: '919876543210', type: 'document', document: { id, filename: 'a.txt' } })
    expect(service.messages).toHaveLength(2)
    expect(await run('get_address_of_file', { media_id: id })).toMatchObject({ id })
    await run('delete_file', { media_id: id })
    expect(await refused('get_address_of_file', { media_id: id })).toContain('does not exist')
    const text = { language: 'en', category: 'UTILITY', components: [{ type: 'BODY', text: 'x' }] }
    for (const name of ['visit', 'result', 'bill']) await run('create_template', { account_id: '9', name, ...text })
    expect(await run('list_templates', { account_id: '9', limit: 2 }, { all_pages: true })).toHaveLength(3)
    // People know their numbers, not the IDs of them. Templates that nobody approved can't be sent.
    const numbers = { '+91 98765 43210': '100', '+91 98765 43211': '101' }
    expect(await choices('send_text', 'phone_number_id')).toEqual(numbers)
    expect(await choices('list_templates', 'account_id')).toEqual({ Patients: '9', Staff: '10' })
    expect(await choices('send_template', 'template')).toEqual({})
    service.approve('visit')
    expect(await choices('send_template', 'template')).toEqual({ visit: 'visit' })
    expect(await refused('send_message', { ...from, to: '91', type: 'document', document: { id } })).toContain(
      'Media upload error',
    )
  })
})

describe('Notion', () => {
  const service = notion(ENTERED)
  it('makes, finds, changes and archives pages, with their content', async () => {
    const { run, refused } = await openAppAt('notion', service, ['https://api.notion.com'])
    const parent = { database_id: service.database }
    const title = (content: string) => ({ Name: { title: [{ text: { content } }] } })
    const pages = []
    for (const name of ['One', 'Two', 'Three'])
      pages.push(await run('create_page', { parent, properties: title(name) }))
    const query = { database_id: service.database, page_size: 2 }
    expect(await run('query_database', query, { all_pages: true })).toHaveLength(3)
    const page_id = pages[0].id
    await run('update_page', { page_id, properties: title('First') })
    expect(texts(await run('get_page', { page_id }))).toContain('First')
    const paragraph = { type: 'paragraph', paragraph: { rich_text: [] } }
    await run('add_content_to_page', { block_id: page_id, children: [paragraph, paragraph, paragraph] })
    const blocks = await run('read_content_of_page', { block_id: page_id, page_size: 2 }, { all_pages: true })
    expect(blocks).toHaveLength(3)
    await run('delete_block', { block_id: blocks[0].id })
    expect(await run('read_content_of_page', { block_id: page_id }, { all_pages: true })).toHaveLength(2)
    await run('update_page', { page_id, archived: true })
    expect(await run('query_database', query, { all_pages: true })).toHaveLength(2)
    expect(await refused('update_page', { page_id, properties: {} })).toContain('archived')
    expect(await refused('get_page', { page_id: 'none' })).toContain('Could not find object with ID: none')
  })
})

it('Airtable makes, lists, changes and removes records, in a table whose name needs care', async () => {
  const { run, refused } = await openAppAt('airtable', airtable(ENTERED), ['https://api.airtable.com'])
  const at = { base_id: 'app1', table: 'People & teams' }
  const rows = Array.from({ length: 5 }, (_, n) => ({ fields: { Name: `Asha ${n}`, Age: n } }))
  const { records } = await run('create_records', { ...at, records: rows })
  expect(await run('list_records', { ...at, pageSize: 2 }, { all_pages: true })).toHaveLength(5)
  expect((await run('list_records', { ...at, fields: ['Age'] })).records[0].fields).toEqual({ Age: 0 })
  const { id } = records[2]
  await run('update_records', { ...at, records: [{ id, fields: { Email: 'a@example.com' } }] })
  expect(await run('get_record', { ...at, record_id: id })).toMatchObject({
    fields: { Name: 'Asha 2', Email: 'a@example.com' },
  })
  expect(await run('delete_record', { ...at, record_id: id })).toEqual({ id, deleted: true })
  expect(await refused('get_record', { ...at, record_id: id })).toBe(
    'app_refused: Airtable refused it (404): NOT_FOUND',
  )
  expect(await refused('create_records', { ...at, records: [{ fields: { Nme: 'x' } }] })).toContain(
    'Unknown field name: "Nme"',
  )
})

describe('HubSpot', () => {
  const service = hubspot(ENTERED)
  it('makes, finds, changes, links and archives records', async () => {
    const { run, refused } = await openAppAt('hubspot', service, ['https://api.hubapi.com'])
    const people = []
    for (const name of ['asha', 'ravi', 'meera'])
      people.push(await run('create_contact', { properties: { email: `${name}@example.com`, firstname: name } }))
    expect(await run('list_contacts', { limit: 2 }, { all_pages: true })).toHaveLength(3)
    expect(await run('search_contacts', { query: 'ravi' })).toMatchObject({ total: 1 })
    const contact_id = people[0].id
    await run('update_contact', { contact_id, properties: { phone: '+91 1' } })
    expect(await run('get_contact', { contact_id: 'asha@example.com', idProperty: 'email' })).toMatchObject({
      id: contact_id,
      properties: { phone: '+91 1' },
    })
    const company = await run('create_company', { properties: { name: 'Clinic' } })
    await run('link_two_records', {
      from_type: 'contacts',
      from_id: contact_id,
      to_type: 'companies',
      to_id: company.id,
    })
    expect(service.links).toEqual([`contacts ${contact_id} companies ${company.id}`])
    await run('archive_contact', { contact_id })
    await run('archive_contact', { contact_id })
    expect(await run('list_contacts', {}, { all_pages: true })).toHaveLength(2)
    expect(await refused('create_contact', { properties: { email: 'ravi@example.com' } })).toContain(
      'Contact already exists',
    )
  })
})

it('GitHub makes, lists, changes and closes issues, and writes files over what they were', async () => {
  const { run, refused } = await openAppAt('github', github(ENTERED), ['https://api.github.com'])
  const repo = { owner: 'asha', repo: 'clinic' }
  for (const title of ['One', 'Two', 'Three']) await run('create_issue', { ...repo, title, labels: ['bug'] })
  expect(await run('list_issues', { ...repo, per_page: 2 }, { all_pages: true })).toHaveLength(3)
  await run('comment_on_issue', { ...repo, issue_number: 2, body: 'Seen' })
  await run('add_labels_to_issue', { ...repo, issue_number: 2, body: { labels: ['ward'] } })
  expect(await run('get_issue', { ...repo, issue_number: 2 })).toMatchObject({
    comments: 1,
    labels: [{ name: 'bug' }, { name: 'ward' }],
  })
  await run('update_issue', { ...repo, issue_number: 2, state: 'closed' })
  expect(await run('list_issues', repo, { all_pages: true })).toHaveLength(2)
  const file = { ...repo, path: 'docs/care plan.md', message: 'Write' }
  const content = (text: string) => Buffer.from(text).toString('base64')
  const { content: written } = await run('create_or_update_file', { ...file, content: content('One') })
  expect(await refused('create_or_update_file', { ...file, content: content('Two') })).toContain(
    '"sha" wasn\'t supplied',
  )
  const { content: again } = await run('create_or_update_file', { ...file, content: content('Two'), sha: written.sha })
  expect(await run('get_file', { ...repo, path: file.path })).toMatchObject({ content: content('Two'), sha: again.sha })
  await run('delete_file', { ...file, sha: again.sha })
  expect(await refused('get_file', { ...repo, path: file.path })).toBe(
    'app_refused: GitHub refused it (404): Not Found',
  )
  const { id } = await run('create_webhook', { ...repo, config: { url: 'https://chowk.example/hook' } })
  await run('delete_webhook', { ...repo, hook_id: id })
  expect(await refused('get_issue', { ...repo, issue_number: 99 })).toContain('Not Found')
})

it('Jira makes, finds, moves, changes and removes issues', async () => {
  const { run, refused } = await openAppAt('jira', jira(ENTERED, ENTERED), [
    'https://{site}.atlassian.net',
    'https://example.atlassian.net',
  ])
  const text = (words: string) => ({
    type: 'doc',
    version: 1,
    content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
  })
  const fields = (summary: string) => ({
    fields: { project: { key: 'CARE' }, summary, issuetype: { name: 'Task' }, description: text(summary) },
  })
  for (const summary of ['One', 'Two', 'Three']) await run('create_issue', fields(summary))
  expect(await run('search_issues', { jql: 'project = CARE', maxResults: 2 }, { all_pages: true })).toHaveLength(3)
  const issueIdOrKey = 'CARE-1'
  await run('update_issue', { issueIdOrKey, fields: { summary: 'First' } })
  await run('comment_on_issue', { issueIdOrKey, body: text('Seen') })
  const { transitions } = await run('list_next_states_of_issue', { issueIdOrKey })
  await run('move_issue', { issueIdOrKey, transition: { id: transitions[1].id } })
  expect(await run('get_issue', { issueIdOrKey })).toMatchObject({
    fields: { summary: 'First', status: { name: 'Done' } },
  })
  expect(await run('list_projects', { maxResults: 2 }, { all_pages: true })).toHaveLength(3)
  await run('delete_issue', { issueIdOrKey })
  expect(await refused('get_issue', { issueIdOrKey })).toContain('Issue does not exist')
  expect(await refused('create_issue', { fields: { project: { key: 'CARE' } } })).toContain(
    'You must specify a summary of the issue.',
  )
})

describe('Stripe', () => {
  const service = stripe(ENTERED)
  it('makes, finds, changes and removes customers, takes and refunds payments, once for each key', async () => {
    const { run, refused } = await openAppAt('stripe', service, ['https://api.stripe.com'])
    const people = []
    for (const n of [1, 2, 3])
      people.push(
        await run('create_customer', {
          email: `asha${n % 2}@example.com`,
          name: 'Asha',
          metadata: { ward: 'a', n: String(n) },
        }),
      )
    expect(await run('list_customers', { limit: 2 }, { all_pages: true })).toHaveLength(3)
    const found = { query: "email:'asha1@example.com'", limit: 1 }
    // What follows is named by a cursor, and by no address.
    expect(await run('search_customers', found, { all_pages: true })).toHaveLength(2)
    const customer = people[0].id
    await run('update_customer', { customer, metadata: { ward: 'b' } })
    expect(await run('get_customer', { customer })).toMatchObject({ metadata: { ward: 'b', n: '1' } })
    const link = await run('create_payment_link', { line_items: [{ price: 'price_1', quantity: 2 }] })
    expect(link.line_items).toEqual({ 0: { price: 'price_1', quantity: '2' } })
    const payment = { amount: 5000, currency: 'inr', customer }
    const before = service.made()
    const [one, two] = [
      await run('create_payment', payment, { key: 'same' }),
      await run('create_payment', payment, { key: 'same' }),
    ]
    expect([one.id, service.made()]).toEqual([two.id, before + 1])
    expect(await run('refund_payment', { payment_intent: one.id, amount: 1000 })).toMatchObject({ amount: 1000 })
    await run('delete_customer', { customer })
    expect(await refused('get_customer', { customer })).toContain(`No such customer: '${customer}'`)
    expect(await refused('refund_payment', {})).toContain('One of the following params')
  })
})

describe('Razorpay', () => {
  const service = razorpay(ENTERED, ENTERED)
  it('makes orders, links and customers, and refunds no more than was paid', async () => {
    const { run, refused } = await openAppAt('razorpay', service, ['https://api.razorpay.com'])
    for (const receipt of ['a', 'b', 'c']) await run('create_order', { amount: 5000, currency: 'INR', receipt })
    expect(await run('list_orders', { count: 2 }, { all_pages: true })).toHaveLength(3)
    const link = await run('create_payment_link', { amount: 5000, currency: 'INR', description: 'Visit' })
    await run('cancel_payment_link', { link_id: link.id })
    expect(await run('get_payment_link', { link_id: link.id })).toMatchObject({ status: 'cancelled' })
    expect(await refused('cancel_payment_link', { link_id: link.id })).toContain('already cancelled')
    const [payment] = await run('list_payments', {}, { all_pages: true })
    await run('refund_payment', { payment_id: payment.id, amount: 3000 })
    expect(await refused('refund_payment', { payment_id: payment.id, amount: 3000 })).toContain(
      'greater than the refund payment amount',
    )
    await run('create_customer', { name: 'Asha', email: 'asha@example.com' })
    expect(await refused('create_customer', { name: 'Asha', email: 'asha@example.com' })).toContain('already exists')
    expect(await refused('create_order', { amount: 10, currency: 'INR' })).toBe(
      'app_refused: Razorpay refused it (400): Order amount less than minimum amount allowed',
    )
  })
})

it('Shopify makes, lists page after page, changes and removes products', async () => {
  const origins = ['https://{shop}.myshopify.com', 'https://example.myshopify.com']
  const { run, refused } = await openAppAt('shopify', shopify(ENTERED), origins)
  const made = []
  for (const title of ['One', 'Two', 'Three']) made.push(await run('create_product', { product: { title } }))
  expect(await run('list_products', { limit: 2 }, { all_pages: true })).toHaveLength(3)
  const product_id = String(made[0].product.id)
  await run('update_product', { product_id, product: { title: 'First' } })
  expect(await run('list_products', { since_id: '0' })).toMatchObject({ products: [{ title: 'First' }, {}, {}] })
  await run('delete_product', { product_id })
  expect(await run('list_products', {}, { all_pages: true })).toHaveLength(2)
  expect(await refused('update_product', { product_id, product: { title: 'x' } })).toContain('Not Found')
  expect(await refused('create_product', { product: {} })).toContain("can't be blank")
})

describe('Outlook', () => {
  const service = outlook(ACCESS_TOKEN)
  it('writes, finds, changes, moves and removes emails', async () => {
    const { run, refused } = await openAppAt('microsoft-outlook', service, [GRAPH])
    const to = [{ emailAddress: { address: 'asha@example.com' } }]
    await run('send_email', { message: { subject: 'Hello', toRecipients: to } })
    expect(service.sent).toHaveLength(1)
    const drafts = []
    for (const subject of ['Report of May', 'Report of June', 'Lunch'])
      drafts.push(await run('create_draft', { subject, body: { contentType: 'Text', content: 'x' }, toRecipients: to }))
    expect(await run('search_emails', { top: 2 }, { all_pages: true })).toHaveLength(3)
    expect(await run('search_emails', { search: '"Report"' }, { all_pages: true })).toHaveLength(2)
    const message_id = drafts[0].id
    await run('update_email', { message_id, isRead: false, categories: ['Care'] })
    expect(await run('get_email', { message_id })).toMatchObject({ isRead: false, categories: ['Care'] })
    await run('forward_email', { message_id, toRecipients: to })
    const moved = await run('move_email', { message_id, destinationId: 'archive' })
    expect(await refused('get_email', { message_id })).toContain('The specified object was not found in the store.')
    await run('delete_email', { message_id: moved.id })
    expect(await run('search_emails', {}, { all_pages: true })).toHaveLength(2)
    expect(await refused('send_email', { message: { subject: 'x' } })).toContain('recipient isn’t valid')
  })
})

describe('OneDrive', () => {
  /** Where files lie: another host, which must not get to know the account. */
  const heard: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    heard.push(request.headers.authorization)
    response.setHeader('content-type', 'text/plain').end('text')
  })
  beforeAll(() => new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve)))
  afterAll(() => void elsewhere.close())
  const at = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`

  it('keeps, lists, moves, shares and removes files in folders', async () => {
    const service = onedrive(ACCESS_TOKEN, (id) => `${at()}/${id}`)
    const { run, refused, choices } = await openAppAt('onedrive', service, [GRAPH])
    const file = await run('upload_file', { path: 'Reports/May 1 & 2.txt', file: FILE })
    expect(file).toMatchObject({ name: 'May 1 & 2.txt', size: 4 })
    const [folder] = await run('list_files', { top: 1 }, { all_pages: true })
    expect(folder).toMatchObject({ name: 'Reports', folder: {} })
    expect(await run('list_files_of_folder', { item_id: folder.id }, { all_pages: true })).toHaveLength(1)
    expect(await choices('rename_or_move_file', 'item_id')).toEqual({ Reports: folder.id })
    expect(await choices('rename_or_move_file', 'item_id', {}, 'May')).toEqual({ 'May 1 & 2.txt': file.id })
    expect(await choices('rename_or_move_file', 'to_folder', {}, 'May')).toEqual({})
    for (const name of ["Asha's", 'Ravi', 'Meera']) await run('create_folder', { parent_id: 'root', name, folder: {} })
    expect(await run('list_files', { top: 2 }, { all_pages: true })).toHaveLength(4)
    await run('rename_or_move_file', { item_id: file.id, name: 'May.txt', parentReference: { id: 'root' } })
    expect(await run('get_files_details', { item_id: file.id })).toMatchObject({ name: 'May.txt' })
    expect(await run('search_files', { query: 'May' }, { all_pages: true })).toHaveLength(1)
    await run('share_file', { item_id: file.id, type: 'view' })
    await run('delete_file', { item_id: file.id })
    expect(await refused('get_files_details', { item_id: file.id })).toContain('The resource could not be found.')
  })

  it('gives a file that lies elsewhere, without telling that place whose account asks', async () => {
    const service = onedrive(ACCESS_TOKEN, (id) => `${at()}/${id}`)
    const { run } = await openAppAt('onedrive', service, [GRAPH], [new URL(at()).host])
    const file = await run('upload_file', { path: 'a.txt', file: FILE })
    expect(await run('download_file', { item_id: file.id })).toMatchObject({ mime: 'text/plain', size: 4 })
    expect(heard).toEqual([undefined])
  })
})

it('Zoho CRM makes, lists, finds, changes and removes records, each with a verdict of its own', async () => {
  const { run, refused } = await openAppAt('zoho-crm', zoho(ACCESS_TOKEN), [
    'https://{server}',
    'https://www.zohoapis.in',
  ])
  const { data } = await run('create_contact', {
    data: [{ Last_Name: 'Rao', Email: 'rao@example.com' }, { Last_Name: 'Iyer' }, { Last_Name: 'Das' }],
  })
  const list = { module: 'Contacts', fields: 'Last_Name', per_page: 2 }
  expect(await run('list_records', list, { all_pages: true })).toHaveLength(3)
  const at = { module: 'Contacts', record_id: data[0].details.id }
  await run('update_record', { ...at, data: [{ Phone: '1' }] })
  expect(await run('get_record', at)).toMatchObject({ data: [{ Last_Name: 'Rao', Phone: '1' }] })
  expect(await run('search_records', { module: 'Contacts', email: 'rao@example.com' })).toMatchObject({
    data: [{ id: at.record_id }],
  })
  await run('delete_record', at)
  expect(await run('list_records', list, { all_pages: true })).toHaveLength(2)
  expect(await refused('create_contact', { data: [{ Email: 'x@example.com' }] })).toContain('required field not found')
  expect(await refused('delete_record', at)).toContain('the id given seems to be invalid')
})
