import type { Announcement } from '#contract/admin/announcement.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayChangeCompany, mayChangeMaintenance, mayChangeSetting } from './settings.policy.ts'
import { countHeldRuns, renewMarketplace } from './settings.store.ts'
import { changeMaintenance, changeSetting, findCurrentSetting, type SettingDeps } from './settings.ts'

type Names = 'getSite' | 'getSettings' | 'setMaintenance' | 'setSignUp' | 'setCompany' | 'setFeatures' | 'setLimits'

export function settingHandlers(
  deps: SettingDeps & {
    readAnnouncement: () => Promise<Announcement | null>
    /** Variables that limit what processes do. */
    environment: readonly { name: string; value: string }[]
  },
): Pick<Handlers, Names> {
  const { db, settings, readAnnouncement, environment } = deps
  return {
    getSite: async () => {
      const { maintenance, sign_up, features, limits } = settings.now()
      return { announcement: await readAnnouncement(), maintenance, sign_up, features, limits }
    },
    getSettings: async () => ({
      maintenance: await findCurrentSetting(db, 'maintenance'),
      sign_up: await findCurrentSetting(db, 'sign_up'),
      company: await findCurrentSetting(db, 'company'),
      features: await findCurrentSetting(db, 'features'),
      limits: await findCurrentSetting(db, 'limits'),
      environment: [...environment],
      held_runs: await countHeldRuns(db),
    }),
    setMaintenance: ({ body }, { caller }) => changeMaintenance(deps, mayChangeMaintenance(caller), body),
    setSignUp: ({ body }, { caller }) =>
      changeSetting(deps, mayChangeSetting('sign_up.change', caller), { name: 'sign_up', ...body }),
    setFeatures: ({ body }, { caller }) =>
      changeSetting(deps, mayChangeSetting('features.change', caller), { name: 'features', ...body }),
    setLimits: ({ body }, { caller }) =>
      changeSetting(deps, mayChangeSetting('limits.change', caller), { name: 'limits', ...body }),
    setCompany: async ({ body }, { caller }) => {
      const change = { name: 'company', ...body } as const
      const { version } = await changeSetting(deps, mayChangeCompany(caller), change, renewMarketplace)
      return { version }
    },
  }
}
