export interface mail_keys_params {
  to_address: string;

  reply_to: string;

  subject: string;

  body: string;
}