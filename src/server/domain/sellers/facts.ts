/** What is told of a seller, beside the name. */
import type { SellerFacts } from '#contract/agents.ts'
import { COMPANY } from '#contract/company.ts'
import { stateByCode } from '#contract/india/states.ts'
import type { SellerRow } from './page.store.ts'

/** The house is the operator: who that is stands in the company's particulars. */
const HOUSE = { name: COMPANY.name, address: COMPANY.registered_office, gstin: COMPANY.gstin }

function businessOf({ is_house, sells, checked }: SellerRow): SellerFacts['business'] {
  // Who gives everything away sells to nobody: their name and address are then nobody's business.
  if (!sells) return null
  if (is_house) return HOUSE
  return checked && { name: checked.legal_name, address: checked.address, gstin: checked.gstin }
}

const stateOf = ({ checked }: SellerRow): string | null => (checked && stateByCode(checked.state_code)?.name) ?? null

export const presentFacts = (row: SellerRow): SellerFacts => ({
  since: row.since?.toISOString() ?? null,
  agents: row.agents,
  runs: row.runs,
  rating: row.rating,
  review_count: row.review_count,
  refund_rate: row.refund_rate,
  state: stateOf(row),
  business: businessOf(row),
})
