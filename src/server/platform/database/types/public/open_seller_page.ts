export interface open_seller_page_params {
  seller: string;

  at: unknown;
}