/** Public details of a seller in addition to the name. */
import type { SellerFacts } from '#contract/agents/agents.ts'
import { stateByCode } from '#contract/india/states.ts'
import type { Company } from '#contract/platform/company.ts'
import type { SellerRow } from './page.store.ts'

/** The house is the operator: its details come from the company's particulars. */
const houseOf = ({ name, registered_office, gstin, grievance_email, grievance_phone }: Company) => ({
  name,
  address: registered_office,
  gstin,
  email: grievance_email,
  phone: grievance_phone,
  verified: true,
})

function businessOf({ is_house, sells, declared }: SellerRow, operator: Company): SellerFacts['business'] {
  // Who gives everything away sells to nobody: their name and address are then nobody's business.
  if (!sells) return null
  if (is_house) return houseOf(operator)
  if (declared === null) return null
  const {
    legal_name: name,
    address,
    state_code,
    gstin,
    contact_email: email,
    contact_phone: phone,
    verified,
  } = declared
  const state = stateByCode(state_code)?.name
  return { name, address: state ? `${address}, ${state}` : address, gstin, email, phone, verified }
}

const stateOf = ({ declared }: SellerRow): string | null =>
  (declared?.verified && stateByCode(declared.state_code)?.name) || null

export const presentFacts = (row: SellerRow, operator: Company): SellerFacts => ({
  since: row.since?.toISOString() ?? null,
  agents: row.agents,
  runs: row.runs,
  rating: row.rating,
  review_count: row.review_count,
  refund_rate: row.refund_rate,
  state: stateOf(row),
  business: businessOf(row, operator),
})
