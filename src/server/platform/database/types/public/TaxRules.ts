import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TaxRulesKind = string;

export type TaxRulesEffectiveFrom = string;

/** Represents the table public.tax_rules */
export default interface TaxRulesTable {
  kind: ColumnType<TaxRulesKind, TaxRulesKind, TaxRulesKind>;

  effective_from: ColumnType<TaxRulesEffectiveFrom, TaxRulesEffectiveFrom, TaxRulesEffectiveFrom>;

  value: ColumnType<number, number, number>;

  source: ColumnType<string, string, string>;
}

export type TaxRules = Selectable<TaxRulesTable>;

export type NewTaxRules = Insertable<TaxRulesTable>;

export type TaxRulesUpdate = Updateable<TaxRulesTable>;