import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Coupon, CouponScope } from '#contract/billing/coupons.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { couponLink } from './coupon-texts.ts'

type Verb = 'pause' | 'resume' | 'end'

const ENDPOINTS = { pause: 'pauseCoupon', resume: 'resumeCoupon', end: 'endCoupon' } as const
export const COUPON_CHANGES: Record<Verb, { title: string; text: string; button: string }> = {
  pause: {
    title: 'Pause {code}?',
    text: 'It can’t be used for new orders until you resume it. Existing orders keep their price.',
    button: 'Pause coupon',
  },
  resume: { title: 'Resume {code}?', text: 'It can be used for new orders again.', button: 'Resume coupon' },
  end: {
    title: 'End {code}?',
    text: 'This can’t be undone. The code becomes available for another coupon. Existing orders keep their price.',
    button: 'End coupon',
  },
}

/** What can be done with a coupon; what is not possible now says why. */
export function CouponActions({ coupon, scope }: { coupon: Coupon; scope: CouponScope }) {
  const [asked, setAsked] = useState<Verb | null>(null)
  const link = couponLink(coupon, scope)
  const copy = async (text: string, said: string) => {
    await navigator.clipboard.writeText(text)
    showToast(said)
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('Actions for {name}', { name: coupon.code })}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void copy(coupon.code, t('Code copied'))}>{t('Copy code')}</MenuItem>
        <MenuItem
          reason={link === null ? t('Only for one item') : undefined}
          onSelect={() => void copy(new URL(link ?? '', window.location.origin).href, t('Link copied'))}
        >
          {t('Copy link')}
        </MenuItem>
        <MenuSeparator />
        {coupon.abilities.resume.allowed ? (
          <MenuItem onSelect={() => setAsked('resume')}>{t('Resume')}</MenuItem>
        ) : (
          <MenuItem reason={coupon.abilities.pause.reason ?? undefined} onSelect={() => setAsked('pause')}>
            {t('Pause')}
          </MenuItem>
        )}
        <MenuItem reason={coupon.abilities.end.reason ?? undefined} onSelect={() => setAsked('end')}>
          {t('End')}
        </MenuItem>
      </Menu>
      {asked && <Change verb={asked} coupon={coupon} onClose={() => setAsked(null)} />}
    </>
  )
}

function Change({ verb, coupon, onClose }: { verb: Verb; coupon: Coupon; onClose: () => void }) {
  const { title, text, button } = COUPON_CHANGES[verb]
  const change = useAction(async () => {
    await call(ENDPOINTS[verb], { params: { id: coupon.id } })
    await refresh('listCoupons')
    onClose()
  })
  return (
    <Dialog open onClose={onClose} title={t(title, { code: coupon.code })}>
      <div className="grid gap-4">
        <p>{t(text)}</p>
        {change.error !== null && <Callout tone="bad">{friendly(change.error)}</Callout>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant={verb === 'end' ? 'danger' : 'primary'}
            busy={change.busy && t('Saving...')}
            onClick={() => void change.run()}
          >
            {t(button)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
