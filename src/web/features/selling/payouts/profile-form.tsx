import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { stateOptions } from '#web/parts/billing/checkout/billing-rules.ts'
import { sellerKindWords } from '#web/parts/selling/profile-words.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Typed } from './profile-rules.ts'
import { useProfileForm } from './use-profile-form.ts'

const kinds = () => Object.entries(sellerKindWords()).map(([value, label]) => ({ value, label }))

type Form = ReturnType<typeof useProfileForm>

/** Who is paid and where. A change is checked by an admin before the next payout. */
export function ProfileForm({ profile, close }: { profile: SellerProfile | null; close: string }) {
  const form = useProfileForm(profile, close)
  const { field, save, submit, cancel, dialog, refused } = form
  return (
    <Card aria-label={t('Your details')}>
      <CardHeader title={t('Your details')}>
        {t(
          'As registered with your bank and the authorities. An admin verifies them. Numbers are stored encrypted and partly hidden.',
        )}
      </CardHeader>
      <form noValidate onSubmit={submit} className="grid max-w-2xl gap-6">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label={t('Legal name')} autoComplete="organization" maxLength={120} {...field('legal_name')} />
          <Select label={t('Kind')} options={kinds()} {...field('kind')} />
          <div className="sm:col-span-2">
            <TextArea
              label={t('Address')}
              rows={2}
              autoComplete="street-address"
              maxLength={400}
              {...field('address')}
            />
          </div>
          <Select label={t('State')} options={stateOptions()} {...field('state_code')} />
        </div>
        <fieldset className="grid items-start gap-4 sm:grid-cols-2">
          <legend className="mb-1 font-medium">{t('Contact for complaints')}</legend>
          <p className="text-muted text-base sm:col-span-2">
            {t(
              'Your paid listings show your legal name, address, this contact and your GSTIN, as the law requires. Enter at least one.',
            )}
          </p>
          <TextField label={t('Email for complaints')} type="email" maxLength={254} {...field('contact_email')} />
          <TextField label={t('Phone for complaints')} type="tel" maxLength={20} {...field('contact_phone')} />
        </fieldset>
        <p className="text-muted text-base">
          {t(
            'Until you save, this tab keeps your name, kind, address, state and contact if you reload. It never keeps the numbers below.',
          )}
        </p>
        <TaxFields form={form} profile={profile} />
        <PayeeFields form={form} profile={profile} />
        {save.error !== null && !refused && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={save.busy && t('Saving...')}>
            {t('Save and submit')}
          </Button>
          <Button onClick={cancel}>{t('Cancel')}</Button>
        </div>
      </form>
      {dialog}
    </Card>
  )
}

const CODES = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 30 }

function TaxFields({ form: { field }, profile }: { form: Form; profile: SellerProfile | null }) {
  return (
    <fieldset className="grid items-start gap-4 sm:grid-cols-2">
      <legend className="mb-3 font-medium">{t('Tax')}</legend>
      <TextField
        label="PAN"
        optional
        help={
          profile?.pan
            ? t('Leave empty to keep {pan}.', { pan: profile.pan })
            : t('Without a PAN, more tax is deducted (TDS).')
        }
        {...CODES}
        {...field('pan')}
      />
      <TextField
        label="GSTIN"
        optional
        help={t('Required if you’re registered for GST. Shown on your invoices.')}
        {...CODES}
        {...field('gstin')}
      />
    </fieldset>
  )
}

function PayeeFields({ form: { typed, set, field }, profile }: { form: Form; profile: SellerProfile | null }) {
  const given = profile?.payee ?? null
  const ways: { value: Typed['payee']; label: string }[] = [
    { value: 'keep', label: given ?? t('Add later') },
    { value: 'bank', label: given ? t('Another bank account') : t('Bank account') },
    { value: 'upi', label: given ? t('Another UPI ID') : 'UPI ID' },
  ]
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="mb-3 font-medium">{t('Paid to')}</legend>
      <Segmented
        label={t('Payout account')}
        segments={ways}
        value={typed.payee}
        onChange={(payee) => set('payee', payee as Typed['payee'])}
      />
      {!given && typed.payee === 'keep' && (
        <p className="text-muted text-base">{t('You can sell now. Payouts start once you add an account.')}</p>
      )}
      {given && typed.payee !== 'keep' && (
        <p className="text-muted text-base">
          {t('A new payout account is used three days after the change. We’ll ask you to confirm it’s you.')}
        </p>
      )}
      {typed.payee === 'bank' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label={t('Account holder')} autoComplete="off" maxLength={120} {...field('holder')} />
          <TextField
            label="IFSC"
            help={t('Eleven characters, printed on your cheque book.')}
            {...CODES}
            {...field('ifsc')}
          />
          <TextField label={t('Account number')} inputMode="numeric" {...CODES} {...field('account')} />
          <TextField label={t('Confirm account number')} inputMode="numeric" {...CODES} {...field('account_again')} />
        </div>
      )}
      {typed.payee === 'upi' && (
        <div className="max-w-sm">
          <TextField
            label={t('UPI ID')}
            placeholder="name@bank"
            autoComplete="off"
            spellCheck={false}
            {...field('vpa')}
          />
        </div>
      )}
    </fieldset>
  )
}
