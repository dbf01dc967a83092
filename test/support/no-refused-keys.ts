/** For tests of an app in which nobody guesses API keys. */
import type { RefusedKeys } from '#server/platform/http/refused-keys.ts'

export const noRefusedKeys: RefusedKeys = { check: () => {}, note: async () => {} }
