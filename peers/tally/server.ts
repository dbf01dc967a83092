/**
 * A stand-in for Tally Prime: ledgers and vouchers behind XML over HTTP, with its answers as they are, odd references and all.
 * `node peers/tally/server.ts [PORT]`.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface TallyPeer {
  url: string
  /** Requests as they came. */
  asked: string[]
  ledgers: { name: string; parent: string; balance: string }[]
  vouchers: string[]
  close(): Promise<void>
}

const inTag = (xml: string, name: string): string => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

const exported = (inner: string): string =>
  `<ENVELOPE>\r\n <HEADER><VERSION>1</VERSION><STATUS>1</STATUS></HEADER>\r\n <BODY><DESC></DESC><DATA><COLLECTION>${inner}</COLLECTION></DATA></BODY>\r\n</ENVELOPE>`
const imported = (created: number, error = ''): string =>
  `<RESPONSE><CREATED>${created}</CREATED><ALTERED>0</ALTERED><DELETED>0</DELETED><LASTVCHID>${created === 1 ? 7 : 0}</LASTVCHID><ERRORS>${error === '' ? 0 : 1}</ERRORS>${error === '' ? '' : `<LINEERROR>${error}</LINEERROR>`}</RESPONSE>`

function importInto(peer: Pick<TallyPeer, 'ledgers' | 'vouchers'>, xml: string): string {
  if (xml.includes('<LEDGER ')) {
    peer.ledgers.push({
      name: inTag(xml, 'NAME'),
      parent: inTag(xml, 'PARENT'),
      balance: inTag(xml, 'OPENINGBALANCE') || '0',
    })
    return imported(1)
  }
  const known = new Set(peer.ledgers.map(({ name }) => name))
  const missing = [...xml.matchAll(/<LEDGERNAME>([^<]*)<\/LEDGERNAME>/g)].find(([, name = '']) => !known.has(name))
  if (missing) return imported(0, `Ledger '${missing[1]}' does not exist!`)
  peer.vouchers.push(/<VOUCHER .*<\/VOUCHER>/s.exec(xml)?.[0] ?? '')
  return imported(1)
}

function answer(peer: Pick<TallyPeer, 'ledgers' | 'vouchers'>, xml: string): string {
  if (xml.includes('<TALLYREQUEST>Import Data</TALLYREQUEST>')) return importInto(peer, xml)
  switch (inTag(xml, 'TYPE') === 'Collection' ? (/<COLLECTION.*?<TYPE>(\w+)<\/TYPE>/s.exec(xml)?.[1] ?? '') : '') {
    case 'Ledger':
      return exported(
        peer.ledgers
          .map(
            ({ name, parent, balance }) =>
              `<LEDGER NAME="${name}" RESERVEDNAME=""><PARENT TYPE="String">${parent}</PARENT><OPENINGBALANCE TYPE="Amount">${balance}</OPENINGBALANCE><CLOSINGBALANCE TYPE="Amount">${balance}</CLOSINGBALANCE></LEDGER>`,
          )
          .join('\r\n'),
      )
    case 'Voucher':
      return exported(peer.vouchers.join('\r\n'))
    case 'Company':
      return exported(
        '<COMPANY NAME="Sharma &amp; Sons" RESERVEDNAME=""><STARTINGFROM TYPE="Date">20250401</STARTINGFROM></COMPANY>',
      )
    default:
      return '<RESPONSE>Unknown Request, cannot be processed</RESPONSE>'
  }
}

/** @param port 0 takes any free one */
export async function startTallyPeer(port = 0): Promise<TallyPeer> {
  const asked: string[] = []
  // Tally writes a control character in front of names of its own.
  const ledgers = [
    { name: 'Cash', parent: '&#4; Cash-in-Hand', balance: '-1,500.50' },
    { name: 'Sales', parent: 'Sales Accounts', balance: '0' },
  ]
  const vouchers: string[] = []
  const server = createServer(async (request, response) => {
    const xml = await text(request)
    asked.push(xml)
    response.writeHead(200, { 'content-type': 'text/xml' }).end(answer({ ledgers, vouchers }, xml))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    ...{ asked, ledgers, vouchers },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (import.meta.main) console.log((await startTallyPeer(Number(process.argv[2] ?? 9000))).url)
