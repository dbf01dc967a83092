/** Where an event of the gateway goes: payouts have a webhook of their own, as those of RazorpayX do. */
export const hookOf = (body: string): string =>
  body.includes('"event":"payout.') ? '/hooks/payouts/razorpayx' : '/hooks/payments/razorpay'
