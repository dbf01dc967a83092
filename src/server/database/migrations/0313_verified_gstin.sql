-- The GSTIN that an admin has found right. Only with it is a seller the supplier of what they sell: invoices in the name of a number
-- that no admin has looked at would let buyers claim tax that is never paid.
alter table seller_profiles add column verified_gstin text;
update seller_profiles set verified_gstin = gstin where status = 'verified';
