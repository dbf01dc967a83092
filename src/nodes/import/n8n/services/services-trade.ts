/** Calls of services for customers, money and campaigns; see `service.ts`. */
export const TRADE = `
hubspot | HubSpot | https://api.hubapi.com | bearer
  contact/upsert POST /crm/v3/objects/contacts properties.email=email properties=additionalFields
  contact/create POST /crm/v3/objects/contacts properties.email=email
  contact/get GET /crm/v3/objects/contacts/{contactId}
  contact/getAll GET /crm/v3/objects/contacts limit -> results
  contact/search POST /crm/v3/objects/contacts/search query=additionalFields/query limit -> results
  contact/delete DELETE /crm/v3/objects/contacts/{contactId}
  company/create POST /crm/v3/objects/companies properties.name=name
  company/get GET /crm/v3/objects/companies/{companyId}
  company/getAll GET /crm/v3/objects/companies limit -> results
  company/searchByDomain POST /crm/v3/objects/companies/search query=domain limit -> results
  company/update PATCH /crm/v3/objects/companies/{companyId} properties=updateFields
  deal/create POST /crm/v3/objects/deals properties.dealstage=stage properties.dealname=additionalFields/dealName
  deal/get GET /crm/v3/objects/deals/{dealId}
  deal/getAll GET /crm/v3/objects/deals limit -> results
  deal/update PATCH /crm/v3/objects/deals/{dealId} properties=updateFields
  deal/search POST /crm/v3/objects/deals/search limit -> results
  ticket/create POST /crm/v3/objects/tickets properties.subject=ticketName properties.hs_pipeline_stage=stageId
  ticket/get GET /crm/v3/objects/tickets/{ticketId}
  ticket/update PATCH /crm/v3/objects/tickets/{ticketId} properties=updateFields
  engagement/create POST /engagements/v1/engagements engagement.type=type metadata=metadata
  engagement/getAll GET /engagements/v1/engagements/paged limit -> results
pipedrive | Pipedrive | https://api.pipedrive.com/v1 | query_key
  deal/create POST /deals title *additionalFields
  deal/get GET /deals/{dealId}
  deal/getAll GET /deals limit -> data
  deal/update PUT /deals/{dealId} *updateFields
  deal/search GET /deals/search term limit -> data.items
  person/create POST /persons name *additionalFields
  person/get GET /persons/{personId}
  person/getAll GET /persons limit -> data
  person/search GET /persons/search term limit -> data.items
  person/update PUT /persons/{personId} *updateFields
  organization/create POST /organizations name *additionalFields
  organization/get GET /organizations/{organizationId}
  organization/search GET /organizations/search term limit -> data.items
  note/create POST /notes content *additionalFields
  note/getAll GET /notes limit -> data
  lead/create POST /leads title *additionalFields
  lead/getAll GET /leads limit -> data
  lead/get GET /leads/{leadId}
  lead/update PATCH /leads/{leadId} *updateFields
  activity/create POST /activities subject type *additionalFields
  activity/getAll GET /activities limit -> data
salesforce | Salesforce | https://your-instance.my.salesforce.com/services/data/v60.0 | bearer | Put your instance into the address
  lead/create POST /sobjects/Lead Company=company LastName=lastname *additionalFields
  lead/get GET /sobjects/Lead/{leadId}
  lead/update PATCH /sobjects/Lead/{leadId} *updateFields
  contact/create POST /sobjects/Contact LastName=lastname *additionalFields
  contact/upsert PATCH /sobjects/Contact/{externalId}/{externalIdValue} LastName=lastname
  contact/get GET /sobjects/Contact/{contactId}
  account/create POST /sobjects/Account Name=name *additionalFields
  account/get GET /sobjects/Account/{accountId}
  opportunity/create POST /sobjects/Opportunity Name=name CloseDate=closeDate StageName=stageName
  opportunity/get GET /sobjects/Opportunity/{opportunityId}
  search/query GET /query q=query -> records
copper | Copper | https://api.copper.com/developer_api/v1 | api_key_header
  company/create POST /companies name
  person/create POST /people name *additionalFields
  person/get GET /people/{personId}
  person/update PUT /people/{personId} *updateFields
  person/getAll POST /people/search -> .
zohoCrm | Zoho CRM | https://www.zohoapis.com/crm/v6 | bearer
  lead/create POST /Leads Company Last_Name=lastName
  lead/getAll GET /Leads -> data
  contact/create POST /Contacts Last_Name=lastName
  contact/getAll GET /Contacts -> data
odoo | Odoo | https://your-odoo.example/jsonrpc | bearer | Put the address of your server into the address
  contact/create POST / params=fieldsToCreateOrUpdate
  custom/getAll POST / params.model=customResource -> result
  custom/create POST / params.model=customResource
  custom/update POST / params.model=customResource
  opportunity/getAll POST / params.model:"crm.lead" -> result
  opportunity/create POST / params.model:"crm.lead"
erpNext | ERPNext | https://your-erpnext.example/api/resource | api_key_header | Put the address of your server into the address
  document/create POST /{docType}
  document/get GET /{docType}/{documentName}
  document/getAll GET /{docType} limit_page_length=limit -> data
  document/update PUT /{docType}/{documentName}
  document/delete DELETE /{docType}/{documentName}
stripe | Stripe | https://api.stripe.com/v1 | bearer form
  balance/get GET /balance
  charge/create POST /charges customer=customerId amount currency source
  charge/get GET /charges/{chargeId}
  charge/getAll GET /charges limit -> data
  customer/create POST /customers name *additionalFields
  customer/get GET /customers/{customerId}
  customer/getAll GET /customers limit email=filters/email -> data
  customer/update POST /customers/{customerId} *updateFields
  customer/delete DELETE /customers/{customerId}
  coupon/create POST /coupons duration percent_off=percentOff
  source/get GET /sources/{sourceId}
shopify | Shopify | https://your-shop.myshopify.com/admin/api/2024-10 | api_key_header | Put your shop into the address
  order/create POST /orders.json order=additionalFields
  order/get GET /orders/{orderId}.json
  order/getAll GET /orders.json limit status=options/status -> orders
  order/update PUT /orders/{orderId}.json order=updateFields
  order/delete DELETE /orders/{orderId}.json
  product/create POST /products.json product.title=title
  product/get GET /products/{productId}.json
  product/getAll GET /products.json limit -> products
  product/update PUT /products/{productId}.json product=updateFields
  product/delete DELETE /products/{productId}.json
wooCommerce | WooCommerce | https://your-shop.example/wp-json/wc/v3 | basic | Put your shop into the address
  product/create POST /products name *additionalFields
  product/get GET /products/{productId}
  product/getAll GET /products per_page=limit -> .
  product/update PUT /products/{productId} *updateFields
  order/create POST /orders *additionalFields
  order/get GET /orders/{orderId}
  order/getAll GET /orders per_page=limit -> .
  order/update PUT /orders/{orderId} *updateFields
  customer/create POST /customers email *additionalFields
  customer/get GET /customers/{customerId}
  customer/getAll GET /customers per_page=limit email=filters/email -> .
wise | Wise | https://api.transferwise.com | bearer
  account/getBalances GET /v4/profiles/{profileId}/balances -> .
  transfer/create POST /v1/transfers targetAccount=targetAccountId quoteUuid=quoteId
  transfer/get GET /v1/transfers/{transferId}
  transfer/execute POST /v3/profiles/{profileId}/transfers/{transferId}/payments
  quote/create POST /v2/quotes sourceCurrency targetCurrency
quickbooks | QuickBooks | https://quickbooks.api.intuit.com/v3/company/your-company | bearer | Put the id of your company into the address
  customer/create POST /customer DisplayName=displayName
  customer/get GET /customer/{customerId}
  customer/getAll GET /query query:"select_SPACE_*_SPACE_from_SPACE_Customer" -> QueryResponse.Customer
  invoice/create POST /invoice CustomerRef.value=CustomerRef
  invoice/get GET /invoice/{invoiceId}
  invoice/send POST /invoice/{invoiceId}/send ?sendTo=email
xero | Xero | https://api.xero.com/api.xro/2.0 | bearer
  contact/create POST /Contacts Name=name
  contact/getAll GET /Contacts -> Contacts
  invoice/create POST /Invoices Type=type Contact.ContactID=contactId
  invoice/getAll GET /Invoices -> Invoices
mailchimp | Mailchimp | https://us1.api.mailchimp.com/3.0 | basic | Put the data centre of your account into the address
  member/create POST /lists/{list}/members email_address=email status merge_fields=mergeFieldsUi/mergeFieldsValues
  member/get GET /lists/{list}/members/{email}
  member/getAll GET /lists/{list}/members count=limit -> members
  member/update PATCH /lists/{list}/members/{email} *updateFields
  member/delete DELETE /lists/{list}/members/{email}
  memberTag/create POST /lists/{list}/members/{email}/tags tags
  campaign/getAll GET /campaigns count=limit -> campaigns
  campaign/send POST /campaigns/{campaignId}/actions/send
  listGroup/getAll GET /lists/{list}/interest-categories -> categories
mailerLite | MailerLite | https://connect.mailerlite.com/api | bearer
  subscriber/create POST /subscribers email *additionalFields
  subscriber/get GET /subscribers/{subscriberId}
  subscriber/getAll GET /subscribers limit -> data
  subscriber/update PUT /subscribers/{subscriberId} *additionalFields
convertKit | ConvertKit | https://api.convertkit.com/v3 | query_key
  form/addSubscriber POST /forms/{id}/subscribe email
  form/getAll GET /forms -> forms
  sequence/addSubscriber POST /sequences/{id}/subscribe email
  tag/getAll GET /tags -> tags
activeCampaign | ActiveCampaign | https://your-account.api-us1.com/api/3 | api_key_header | Put your account into the address
  contact/create POST /contacts contact.email=email
  contact/get GET /contacts/{contactId}
  contact/getAll GET /contacts limit -> contacts
  deal/create POST /deals deal.title=title
  tag/create POST /tags tag.tag=name
brevo | Brevo | https://api.brevo.com/v3 | api_key_header
  email/send POST /smtp/email subject htmlContent=htmlContent|textContent sender.email=sender
  contact/create POST /contacts email
  contact/getAll GET /contacts limit -> contacts
  contact/upsert POST /contacts email updateEnabled:true
mautic | Mautic | https://your-mautic.example/api | basic | Put the address of your server into the address
  contact/create POST /contacts/new email firstname=firstName lastname=lastName
  contact/get GET /contacts/{contactId}
  contact/getAll GET /contacts limit -> contacts
  contact/update PATCH /contacts/{contactId}/edit *updateFields
  contactSegment/add POST /segments/{segmentId}/contact/{contactId}/add
  contactSegment/remove POST /segments/{segmentId}/contact/{contactId}/remove
lemlist | lemlist | https://api.lemlist.com/api | basic
  lead/create POST /campaigns/{campaignId}/leads/{email} *additionalFields
  lead/get GET /leads/{email}
  lead/unsubscribe DELETE /campaigns/{campaignId}/leads/{email}
  campaign/getAll GET /campaigns -> .
  activity/getAll GET /activities -> .
hunter | Hunter | https://api.hunter.io/v2 | query_key
  mail/domainSearch GET /domain-search domain limit -> data.emails
  mail/emailFinder GET /email-finder domain first_name=firstname last_name=lastname
  mail/emailVerifier GET /email-verifier email
clearbit | Clearbit | https://person.clearbit.com/v2 | bearer
  company/enrich GET https://company.clearbit.com/v2/companies/find domain
  company/autocomplete GET https://autocomplete.clearbit.com/v1/companies/suggest query=name -> .
  person/enrich GET /people/find email
`
