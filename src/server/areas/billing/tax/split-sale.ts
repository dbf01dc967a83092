/**
 * How a sale is divided, in whole paise, so that the parts sum to what the buyer paid. A seller with a GSTIN is the supplier: the GST
 * inside the price is theirs to pay, and the platform keeps back tax collected at source (CGST Act s. 52) and GST on its commission.
 * For a seller without one the platform is the supplier and pays the GST itself. Tax deducted at source (Income-tax Act s. 194-O) is
 * kept back from both.
 */

/** Rates that hold on the day of the sale, in basis points (1800 = 18 %). */
export interface TaxRates {
  gst: number
  tcs: number
  tds: number
  tds_no_pan: number
  /** Paise a financial year up to which an individual with a PAN pays no TDS. */
  tds_free_paise: number
}

export interface SaleParties {
  /** Paise, with GST. */
  gross_paise: number
  /** A fraction of the price without GST, 0 to 1. */
  commission_rate: number
  seller: {
    has_gstin: boolean
    has_pan: boolean
    /** A natural person or a Hindu undivided family. */
    is_individual: boolean
    /** Sold before this sale in the financial year, in paise; with GST, to be on the careful side. */
    year_paise: number
  }
}

export interface SaleSplit {
  supplier: 'seller' | 'platform'
  commission_paise: number
  commission_gst_paise: number
  gst_paise: number
  tcs_paise: number
  tds_paise: number
  seller_paise: number
}

/**
 * The GST inside a price, in paise. Always even, so that CGST and SGST are equal and sum to what IGST would be.
 * @param bps the whole rate in basis points
 */
export const gstInside = (paise: number, bps: number): number => 2 * Math.round((paise * bps) / 2 / (10_000 + bps))

/** GST on top of an amount without it, in paise; even for the same reason. */
export const gstOn = (paise: number, bps: number): number => 2 * Math.round((paise * bps) / 2 / 10_000)

const share = (paise: number, bps: number): number => Math.round((paise * bps) / 10_000)

function tdsOf({ seller }: SaleParties, taxable: number, rates: TaxRates): number {
  if (!seller.has_pan) return share(taxable, rates.tds_no_pan)
  const free = seller.is_individual && seller.year_paise + taxable <= rates.tds_free_paise
  return free ? 0 : share(taxable, rates.tds)
}

/** @throws Error for a gross that is not a positive whole number of paise, or a rate outside 0 to 1 */
export function splitSale(sale: SaleParties, rates: TaxRates): SaleSplit {
  const { gross_paise, commission_rate, seller } = sale
  if (!Number.isSafeInteger(gross_paise) || gross_paise <= 0)
    throw new Error('A sale must be a positive number of paise')
  if (!(commission_rate >= 0 && commission_rate <= 1)) throw new Error('The commission rate must be between 0 and 1')
  const inside = gstInside(gross_paise, rates.gst)
  const taxable = gross_paise - inside
  const tds_paise = tdsOf(sale, taxable, rates)
  const wanted = Math.round(taxable * commission_rate)
  if (!seller.has_gstin) {
    const commission_paise = Math.min(wanted, taxable - tds_paise)
    const seller_paise = taxable - commission_paise - tds_paise
    const parts = {
      commission_paise,
      commission_gst_paise: 0,
      gst_paise: inside,
      tcs_paise: 0,
      tds_paise,
      seller_paise,
    }
    return { supplier: 'platform', ...parts }
  }
  const tcs_paise = gstOn(taxable, rates.tcs)
  // What is left of a very high commission is the tax on it: a sale never costs its seller money.
  const left = gross_paise - tcs_paise - tds_paise
  const fits = wanted + gstOn(wanted, rates.gst) <= left
  const commission_paise = fits ? wanted : left - gstInside(left, rates.gst)
  const commission_gst_paise = fits ? gstOn(wanted, rates.gst) : left - commission_paise
  const seller_paise = left - commission_paise - commission_gst_paise
  return {
    supplier: 'seller',
    commission_paise,
    commission_gst_paise,
    gst_paise: 0,
    tcs_paise,
    tds_paise,
    seller_paise,
  }
}
