/** The SQL of tax: the rates of a day, and what the law asks to know of a seller. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SaleParties, TaxRates } from './split-sale.ts'

/** The rates that hold on a day in India. */
export async function findTaxRates(db: Queryable, at: Date): Promise<TaxRates> {
  const { rows } = await sql<TaxRates>`
    with held as (
      select distinct on (kind) kind, value::float8 as value from tax_rules
      where effective_from <= (${at}::timestamptz at time zone 'Asia/Kolkata')::date order by kind, effective_from desc
    )
    select max(value) filter (where kind = 'gst') as gst, max(value) filter (where kind = 'tcs') as tcs,
      max(value) filter (where kind = 'tds') as tds, max(value) filter (where kind = 'tds_no_pan') as tds_no_pan,
      max(value) filter (where kind = 'tds_free_paise') as tds_free_paise
    from held`.execute(db)
  const [rates] = rows
  if (!rates || Object.values(rates).some((value) => value === null))
    throw new Error('The table of tax rates is incomplete')
  return rates
}

/** How tax law sees a seller on a day, with the GSTIN that an admin has verified; the year runs from April to March. */
export async function findSellerTax(db: Queryable, seller: UserId, at: Date): Promise<SaleParties['seller']> {
  const { rows } = await sql<SaleParties['seller']>`
    select coalesce(p.gstin = p.verified_gstin, false) as has_gstin, p.pan_last is not null as has_pan,
      coalesce(p.kind in ('individual', 'huf'), true) as is_individual,
      coalesce((
        select y.paise from seller_years y where y.seller_id = u.id and y.year = financial_year(${at}::timestamptz)
      ), 0)::float8 as year_paise
    from users u left join seller_profiles p on p.seller_id = u.id where u.id = ${seller}`.execute(db)
  return rows[0] ?? { has_gstin: false, has_pan: false, is_individual: true, year_paise: 0 }
}
