/** Whether what a buyer agreed to covers what a version of an agent asks for now. Pure. */
import { z } from 'zod'
import { AgentAccount } from '#contract/agents/agents.ts'
import type { ActionEffect } from '#contract/connectors/integration-values.ts'

/** As it is stored; what cannot be read covers nothing. */
export const readAgreed = (stored: unknown): AgentAccount | null => AgentAccount.safeParse(stored).data ?? null

/** The accounts that a version asks for, as it is stored. */
export const readAccounts = (stored: unknown): AgentAccount[] =>
  z
    .array(AgentAccount)
    .catch([])
    .parse(stored ?? [])

const EFFECTS: Record<ActionEffect, string> = {
  read: 'read data',
  write: 'change data',
  destructive: 'delete data',
}

/** What a version asks for that was not agreed to, in words; empty when everything was. */
export function askedBeyond(agreed: AgentAccount | null, asked: AgentAccount): string[] {
  if (!agreed || agreed.app !== asked.app) return [`an account at ${asked.app_name}`]
  const beyond = <T>(now: readonly T[], before: readonly T[]): T[] => now.filter((one) => !before.includes(one))
  return [
    ...beyond(asked.effects, agreed.effects).map((effect) => EFFECTS[effect]),
    ...beyond(asked.hosts, agreed.hosts).map((host) => `send data to ${host}`),
    ...beyond(asked.scopes, agreed.scopes).map((scope) => `use the permission ${scope}`),
  ]
}

/** How a slot is named to people: “Google Sheets” (to write the result). */
export const nameOfSlot = ({ app_name, purpose }: Pick<AgentAccount, 'app_name' | 'purpose'>): string =>
  purpose === '' ? `“${app_name}”` : `“${app_name}” (${purpose})`

/** Where input goes when a slot is used, among what an agent sends to: agreed to together with the account. */
export const destinationOf = (app_name: string): string => `${app_name} (your own account)`
