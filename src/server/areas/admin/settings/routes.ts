import type { Announcement } from '#contract/admin/announcement.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { mailBrandReader, type ReadBrand } from '#server/platform/settings/brand.ts'
import { changeBrand, type DrawLogo, uploadLogo } from './brand.ts'
import { previewMail, sendTestMail } from './mail-templates.ts'
import { mayChangeCompany, mayChangeMaintenance, mayChangeSetting } from './settings.policy.ts'
import { countHeldRuns, renewMarketplace } from './settings.store.ts'
import { changeMaintenance, changeSetting, findCurrentSetting, type SettingDeps } from './settings.ts'

type Names =
  | 'getSite'
  | 'getSettings'
  | 'setMaintenance'
  | 'setSignUp'
  | 'setCompany'
  | 'setFeatures'
  | 'setLimits'
  | 'setBrand'
  | 'uploadLogo'
  | 'setMailTemplates'
  | 'previewMail'
  | 'sendTestMail'

/** Logos are kept in memory until they are drawn. */
const oneAtATime = createKeyedSemaphore(1)

export function settingHandlers(
  deps: SettingDeps & {
    readAnnouncement: () => Promise<Announcement | null>
    /** Variables that limit what processes do. */
    environment: readonly { name: string; value: string }[]
    drawLogo: DrawLogo
    brand: ReadBrand
    /** The name of the environment. */
    usualName: string
  },
): Pick<Handlers, Names> {
  const { db, settings, readAnnouncement, environment, brand, usualName } = deps
  const mailBrand = mailBrandReader(db, brand)
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
      brand: await findCurrentSetting(db, 'brand'),
      usual_name: usualName,
      mail_templates: await findCurrentSetting(db, 'mail_templates'),
      environment: [...environment],
      held_runs: await countHeldRuns(db),
    }),
    setMaintenance: ({ body }, { caller }) => changeMaintenance(deps, mayChangeMaintenance(caller), body),
    setSignUp: ({ body }, { caller }) =>
      changeSetting(deps, mayChangeSetting('sign_up.change', caller), { name: 'sign_up', ...body }),
    setFeatures: ({ body }, { caller }) =>
      changeSetting(deps, mayChangeSetting('features.change', caller), { name: 'features', ...body }),
    setBrand: ({ body }, { caller }) => changeBrand(deps, mayChangeSetting('brand.change', caller), body),
    uploadLogo: async (_input, context) => {
      const grant = mayChangeSetting('brand.upload_logo', context.caller)
      return oneAtATime('logo', async () => uploadLogo(deps, grant, (await context.upload()).stream, context.signal))
    },
    setMailTemplates: ({ body }, { caller }) =>
      changeSetting(deps, mayChangeSetting('mail_templates.change', caller), { name: 'mail_templates', ...body }),
    previewMail: async ({ body }) => previewMail(body, await mailBrand()),
    sendTestMail: ({ body }, { caller }) =>
      sendTestMail({ db, brand: brand() }, mayChangeSetting('mail_templates.test', caller), body),
    setLimits: ({ body }, { caller }) =>
      changeSetting(deps, mayChangeSetting('limits.change', caller), { name: 'limits', ...body }),
    setCompany: async ({ body }, { caller }) => {
      const change = { name: 'company', ...body } as const
      const { version } = await changeSetting(deps, mayChangeCompany(caller), change, renewMarketplace)
      return { version }
    },
  }
}
