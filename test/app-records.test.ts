/** As `test/app-services.test.ts`: tables and health records, whose addresses people enter or whose ranges are written in a way of their own. */
import { afterAll, describe, expect, it } from 'vitest'
import { ACCESS_TOKEN, ENTERED } from '#test/support/connectors/open-app.ts'
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
