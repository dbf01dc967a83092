/** As `test/app-services.test.ts`: tables, health records and channels, whose addresses people enter or whose ranges are written in a way of their own. */
import { afterAll, describe, expect, it } from 'vitest'
import { ACCESS_TOKEN, ENTERED } from '#test/support/connectors/open-app.ts'
import { discord } from '#test/support/services/discord.ts'
import { fhir } from '#test/support/services/fhir.ts'
import { googleSheets } from '#test/support/services/google-sheets.ts'
import { closeApps, openAppAt } from '#test/support/services/open-app-at.ts'

afterAll(closeApps)

describe('Google Sheets', () => {
  const service = googleSheets(ACCESS_TOKEN)
  it('adds, reads, writes over and clears rows', async () => {
    const { run, refused } = await openAppAt('google-sheets', service, ['https://sheets.googleapis.com'])
    const { spreadsheetId } = await run('create_spreadsheet', { properties: { title: 'Ward' } })
    const at = { spreadsheetId, range: 'Sheet1' }
    const entered = { valueInputOption: 'USER_ENTERED' }
    expect(await run('read_rows', at)).toEqual({ range: 'Sheet1', majorDimension: 'ROWS' })
    for (const row of [
      ['Name', 'Age'],
      ['Asha', 42],
      ['Ravi', 7],
    ])
      await run('add_row', { ...at, values: [row], ...entered })
    await run('update_cells', { spreadsheetId, range: 'Sheet1!B2:B2', values: [[43]], ...entered })
    expect((await run('read_rows', at)).values).toEqual([
      ['Name', 'Age'],
      ['Asha', 43],
      ['Ravi', 7],
    ])
    const data = [{ range: 'Sheet1!A4', values: [['Meera', 9]] }]
    await run('update_several_ranges', { spreadsheetId, data, ...entered })
    const several = await run('read_several_ranges', { spreadsheetId, ranges: ['Sheet1!A1:B2', 'Sheet1!A4:B4'] })
    expect(several.valueRanges).toHaveLength(2)
    expect(several.valueRanges[1].values).toEqual([['Meera', 9]])
    await run('clear_cells', at)
    expect((await run('read_rows', at)).values).toBe(undefined)
    expect(await refused('read_rows', { spreadsheetId, range: 'Nowhere!A1' })).toBe(
      'app_refused: Google Sheets refused it (400): Unable to parse range: Nowhere!A1',
    )
    expect(await refused('read_rows', { spreadsheetId: 'none', range: 'Sheet1' })).toContain(
      'Requested entity was not found.',
    )
  })
})

it('FHIR R4 makes, finds, changes and removes records, page after page', async () => {
  const { run, refused } = await openAppAt('fhir', fhir(ENTERED), ['{scheme}://{host}:{port}'])
  for (const family of ['Rao', 'Iyer', 'Das']) await run('create_patient', { name: [{ family }], gender: 'female' })
  expect(await run('search_patients', { count: 2 }, { all_pages: true })).toHaveLength(3)
  const found = await run('search_patients', { family: 'Rao' })
  expect(found).toMatchObject({ total: 1, entry: [{ resource: { resourceType: 'Patient', gender: 'female' } }] })
  const { id } = found.entry[0].resource
  const at = { resource_type: 'Patient', id }
  await run('update_record', {
    ...at,
    resource: { resourceType: 'Patient', id, active: true, name: [{ family: 'Rao' }] },
  })
  expect(await run('get_patient', { id })).toMatchObject({ active: true })
  const observation = { resourceType: 'Observation', status: 'final', code: { text: 'Pulse' } }
  await run('create_record', { resource_type: 'Observation', resource: observation })
  expect(await run('search_records', { resource_type: 'Observation' }, { all_pages: true })).toHaveLength(1)
  await run('delete_record', at)
  expect(await refused('get_patient', { id })).toContain(`Resource Patient/${id} is not known`)
  expect(await run('get_what_server_can_do')).toMatchObject({ fhirVersion: '4.0.1' })
  expect(await run('search_records', { resource_type: 'Device' }, { all_pages: true })).toEqual([])
})

it('Discord lists servers, the channels that take messages, people and roles, and posts', async () => {
  const service = discord(ENTERED)
  const { run, refused, choices } = await openAppAt('discord', service, ['https://discord.com'])
  expect(await choices('send_message', 'server')).toEqual({ Ward: '900' })
  const channels = await choices('send_message', 'channel_id', { server: '900' })
  expect(channels).toEqual({ general: '902', news: '904' })
  const person = { guild_id: '900' }
  expect(await choices('give_role_to_member', 'user_id', person)).toEqual({ 'Asha Rao': '910', 'Dr Ravi': '911' })
  expect(await choices('give_role_to_member', 'role_id', person)).toEqual({ Doctors: '920' })
  // What only helps to choose is not sent, and an address is as good as the ID.
  const channel_id = 'https://discord.com/channels/900/902'
  await run('send_message', { server: '900', channel_id, content: 'New order' })
  expect(service.messages).toEqual([{ channel: '902', content: 'New order' }])
  expect(await refused('send_message', { channel_id: '901', content: 'x' })).toContain('non-text channel')
})
