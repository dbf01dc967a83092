-- Where buyers complain to a seller: Consumer Protection (E-Commerce) Rules, 2020, r.6 asks for it beside the name and the address.
alter table seller_profiles
  add contact_email text check (length(contact_email) between 3 and 254),
  add contact_phone text check (length(contact_phone) between 7 and 20);
