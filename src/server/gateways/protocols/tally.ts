/** Tally Prime: XML over HTTP (https://help.tallysolutions.com/integrate-with-tallyprime), sent the guarded way of all requests. */
import type { XmlElement, XmlNode } from '@rgrove/parse-xml'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { childrenOf, readXmlSafely, textOf } from '#nodes/lib/integrations/safe-xml.ts'
import { NodeError } from '#nodes/node.ts'
import { isObject, listOrEmpty } from '#shared/json.ts'
import { Refusal } from './account.ts'

/** Sends a request to Tally and returns its answer. */
export type AskTally = (xml: string) => Promise<string>

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** XML has no place for other control characters. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escaped = (text: string): string => text.replace(NO_XML, '').replace(/[&<>"']/g, (one) => ESCAPES[one] ?? '')

const tag = (name: string, content: string, attributes = ''): string => `<${name}${attributes}>${content}</${name}>`
const textTag = (name: string, value: Json | undefined): string =>
  value === undefined || value === null || value === '' ? '' : tag(name, escaped(String(value)))

/** Tally's own answers have references to control characters, such as `&#4;` in front of the names of its groups. */
const withoutControls = (xml: string): string =>
  xml.replace(/&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi, '')

/** `2026-04-01` as Tally writes it. */
const asDate = (value: Json | undefined): string =>
  typeof value === 'string' ? value.slice(0, 10).replaceAll('-', '') : ''
const fromDate = (text: string): string => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
/** Amounts come with the sign of Tally, where a debit is negative; `100.00 USD @ …` is what it is in the books. */
const fromAmount = (text: string): number | null => {
  const number = Number(/-?\d+(?:\.\d+)?/.exec(text.split('=').at(-1)?.replaceAll(',', '') ?? '')?.[0] ?? Number.NaN)
  return Number.isFinite(number) ? number : null
}

const company = ({ company: name }: JsonObject): string => textTag('SVCURRENTCOMPANY', name)

interface Collection {
  type: 'Ledger' | 'Voucher' | 'Company'
  fetch: string
  variables?: string
  /** A condition in Tally's language, and what it is called. */
  filter?: string
}

function exportRequest({ type, fetch, variables = '', filter }: Collection, input: JsonObject): string {
  const name = `Chowk ${type}s`
  const statics = tag('STATICVARIABLES', `<SVEXPORTFORMAT>$$SysName:XML</SVEXPORTFORMAT>${company(input)}${variables}`)
  const inner = `${textTag('TYPE', type)}${textTag('FETCH', fetch)}${filter ? textTag('FILTER', 'ChowkFilter') : ''}`
  const collection = tag('COLLECTION', inner, ` NAME="${name}" ISMODIFY="No"`)
  const system = filter ? tag('SYSTEM', escaped(filter), ' TYPE="Formulae" NAME="ChowkFilter"') : ''
  const header = `<VERSION>1</VERSION><TALLYREQUEST>Export</TALLYREQUEST><TYPE>Collection</TYPE>${textTag('ID', name)}`
  const desc = tag('DESC', `${statics}${tag('TDL', tag('TDLMESSAGE', `${collection}${system}`))}`)
  return tag('ENVELOPE', `${tag('HEADER', header)}${tag('BODY', desc)}`)
}

function importRequest(report: 'All Masters' | 'Vouchers', message: string, input: JsonObject): string {
  const statics = tag('STATICVARIABLES', company(input))
  const desc = tag('REQUESTDESC', `${textTag('REPORTNAME', report)}${statics}`)
  const data = tag('REQUESTDATA', tag('TALLYMESSAGE', message, ' xmlns:UDF="TallyUDF"'))
  return tag(
    'ENVELOPE',
    `${tag('HEADER', '<TALLYREQUEST>Import Data</TALLYREQUEST>')}${tag('BODY', tag('IMPORTDATA', `${desc}${data}`))}`,
  )
}

const isElement = (node: XmlNode): node is XmlElement => node.type === 'element'

/** All elements of a name, in the order of the document. */
function* elementsOf(root: XmlElement, name: string): Generator<XmlElement> {
  for (const child of root.children.filter(isElement)) {
    if (child.name === name) yield child
    else yield* elementsOf(child, name)
  }
}
const firstOf = (root: XmlElement, name: string): XmlElement | undefined =>
  root.name === name ? root : elementsOf(root, name).next().value

/** @throws Refusal with the words of Tally */
async function answerOf(ask: AskTally, xml: string): Promise<XmlElement> {
  const root = await readXmlSafely(withoutControls(await ask(xml)))
  const error =
    firstOf(root, 'LINEERROR') ??
    (root.name === 'RESPONSE' && root.children.every((one) => !isElement(one)) ? root : undefined)
  if (error) throw new Refusal(error.text.trim() || 'Tally did not say why')
  return root
}

async function imported(ask: AskTally, xml: string): Promise<JsonObject> {
  const root = await answerOf(ask, xml)
  const number = (name: string) => Number(firstOf(root, name)?.text.trim() ?? 0)
  const [created, altered] = [number('CREATED'), number('ALTERED')]
  if (created + altered === 0) throw new Refusal('Tally created nothing. Check the names of ledgers and the date.')
  return { created, altered, id: firstOf(root, 'LASTVCHID')?.text.trim() ?? null }
}

const MOST = 5000
const listed = (input: JsonObject): number => (typeof input.limit === 'number' ? Math.min(MOST, input.limit) : 500)
const nameOf = (element: XmlElement): string => element.attributes.NAME ?? textOf(element, 'NAME')

async function listLedgers(ask: AskTally, input: JsonObject): Promise<JsonObject> {
  const fetch = 'Name,Parent,OpeningBalance,ClosingBalance,PartyGSTIN,Email,LedgerMobile'
  const root = await answerOf(ask, exportRequest({ type: 'Ledger', fetch }, input))
  const all = [...elementsOf(root, 'LEDGER')]
  const wanted = typeof input.parent === 'string' && input.parent !== '' ? input.parent.toLowerCase() : null
  const found = all
    .map((one): JsonObject & { parent: string } => ({
      name: nameOf(one),
      parent: textOf(one, 'PARENT'),
      opening_balance: fromAmount(textOf(one, 'OPENINGBALANCE')),
      closing_balance: fromAmount(textOf(one, 'CLOSINGBALANCE')),
      gstin: textOf(one, 'PARTYGSTIN') || null,
      email: textOf(one, 'EMAIL') || null,
      mobile: textOf(one, 'LEDGERMOBILE') || null,
    }))
    .filter(({ parent }) => wanted === null || parent.toLowerCase() === wanted)
  return { ledgers: found.slice(0, listed(input)), total: found.length }
}

const entryOf = (element: XmlElement): JsonObject => {
  const amount = fromAmount(textOf(element, 'AMOUNT'))
  return {
    ledger: textOf(element, 'LEDGERNAME'),
    side: (amount ?? 0) < 0 ? 'debit' : 'credit',
    amount: amount === null ? null : Math.abs(amount),
  }
}

async function listVouchers(ask: AskTally, input: JsonObject): Promise<JsonObject> {
  const [from, to] = [asDate(input.from), asDate(input.to)]
  const fetch = 'Date,VoucherTypeName,VoucherNumber,PartyLedgerName,Narration,Amount,GUID,MasterID,AllLedgerEntries'
  const variables = `${tag('SVFROMDATE', from, ' TYPE="Date"')}${tag('SVTODATE', to, ' TYPE="Date"')}`
  const filter = '$Date >= ##SVFROMDATE AND $Date <= ##SVTODATE'
  const root = await answerOf(ask, exportRequest({ type: 'Voucher', fetch, variables, filter }, input))
  const type = typeof input.voucher_type === 'string' ? input.voucher_type.toLowerCase() : ''
  const found = [...elementsOf(root, 'VOUCHER')]
    .map((one): JsonObject & { type: string } => ({
      id: textOf(one, 'MASTERID') || textOf(one, 'GUID') || null,
      date: fromDate(textOf(one, 'DATE')),
      type: textOf(one, 'VOUCHERTYPENAME'),
      number: textOf(one, 'VOUCHERNUMBER') || null,
      party: textOf(one, 'PARTYLEDGERNAME') || null,
      narration: textOf(one, 'NARRATION') || null,
      entries: ['ALLLEDGERENTRIES.LIST', 'LEDGERENTRIES.LIST'].flatMap((name) => childrenOf(one, name).map(entryOf)),
    }))
    .filter((one) => type === '' || one.type.toLowerCase() === type)
  return { vouchers: found.slice(0, listed(input)), total: found.length }
}

const createLedger = (ask: AskTally, input: JsonObject): Promise<JsonObject> => {
  const { name, parent, opening_balance, gstin, email } = input
  const fields = [
    textTag('NAME', name),
    textTag('PARENT', parent),
    // Tally counts a debit as negative.
    typeof opening_balance === 'number' ? textTag('OPENINGBALANCE', -opening_balance) : '',
    textTag('PARTYGSTIN', gstin),
    textTag('EMAIL', email),
  ]
  const ledger = tag('LEDGER', fields.join(''), ` NAME="${escaped(String(name))}" ACTION="Create"`)
  return imported(ask, importRequest('All Masters', ledger, input))
}

/** In hundredths, so that sums are exact. */
const hundredths = (amount: number): number => Math.round(amount * 100)

/** @throws NodeError `input_invalid` when the two sides differ */
function entriesOf(given: Json | undefined): string {
  let sum = 0
  const entries = listOrEmpty(given)
    .filter(isObject)
    .map(({ ledger, amount, side }) => {
      const debit = side === 'debit'
      const value = hundredths(typeof amount === 'number' ? amount : 0)
      sum += debit ? -value : value
      const signed = ((debit ? -value : value) / 100).toFixed(2)
      return tag(
        'ALLLEDGERENTRIES.LIST',
        `${textTag('LEDGERNAME', ledger)}${tag('ISDEEMEDPOSITIVE', debit ? 'Yes' : 'No')}${tag('AMOUNT', signed)}`,
      )
    })
  if (entries.length < 2 || sum !== 0)
    throw new NodeError('input_invalid', 'Debits and credits have to be the same amount', { field: 'input.entries' })
  return entries.join('')
}

const createVoucher = async (ask: AskTally, input: JsonObject): Promise<JsonObject> => {
  const { voucher_type, date, number, party, narration, entries } = input
  const fields = [
    textTag('DATE', asDate(date)),
    textTag('VOUCHERTYPENAME', voucher_type),
    textTag('VOUCHERNUMBER', number),
    textTag('PARTYLEDGERNAME', party),
    textTag('NARRATION', narration),
    entriesOf(entries),
  ]
  const attributes = ` VCHTYPE="${escaped(String(voucher_type))}" ACTION="Create" OBJVIEW="Accounting Voucher View"`
  return imported(ask, importRequest('Vouchers', tag('VOUCHER', fields.join(''), attributes), input))
}

const listCompanies = async (ask: AskTally, input: JsonObject): Promise<JsonObject> => {
  const root = await answerOf(ask, exportRequest({ type: 'Company', fetch: 'Name,StartingFrom' }, input))
  return {
    companies: [...elementsOf(root, 'COMPANY')].map((one) => ({
      name: nameOf(one),
      starting_from: fromDate(textOf(one, 'STARTINGFROM')) || null,
    })),
  }
}

export const tally: Record<string, (ask: AskTally, input: JsonObject) => Promise<JsonObject>> = {
  list_companies: listCompanies,
  list_ledgers: listLedgers,
  list_vouchers: listVouchers,
  create_ledger: createLedger,
  create_voucher: createVoucher,
}
