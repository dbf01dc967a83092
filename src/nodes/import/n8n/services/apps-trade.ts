/** Operations of n8n's nodes for customers, money and campaigns as actions of our apps; `app-call.ts` says how a line is written. */
export const TRADE_APPS = `
hubspot | hubspot | HubSpot
  contact/upsert -
  contact/create create_contact w properties.email!=email | Create a contact
  contact/get get_contact r contact_id!=contactId | Get a contact
  contact/getAll list_contacts r limit ->> results | List contacts
  contact/search search_contacts r query=additionalFields/query limit ->> results | Search contacts
  contact/delete archive_contact d contact_id!=contactId | Archive a contact
  company/create create_company w properties.name!=name properties.domain=additionalFields/companyDomainName | Create a company
  company/getAll list_companies r limit ->> results | List companies
  company/searchByDomain search_companies r query!=domain limit ->> results | Search companies
  deal/create create_deal w properties.dealstage!=stage properties.dealname=additionalFields/dealName properties.amount=additionalFields/amount | Create a deal
  deal/getAll list_deals r limit ->> results | List deals
  deal/update update_deal w deal_id!=dealId properties.dealname=updateFields/dealName properties.dealstage=updateFields/stage properties.amount=updateFields/amount | Update a deal
  deal/search search_deals r limit ->> results | Search deals
  ticket/create create_ticket w properties.subject!=ticketName properties.hs_pipeline=pipelineId properties.hs_pipeline_stage=stageId | Create a ticket
  ticket/update update_ticket w ticket_id!=ticketId properties.subject=updateFields/ticketName | Update a ticket
pipedrive | pipedrive | Pipedrive
  deal/create create_deal w title! *additionalFields(value,currency,person_id,org_id,stage_id,status) => dataOfAnswer | Create a deal
  deal/get get_deal r deal_id!=dealId => dataOfAnswer | Get a deal
  deal/getAll list_deals r limit -> data | List deals
  deal/update update_deal w deal_id!=dealId *updateFields(title,value,stage_id,status) => dataOfAnswer | Update a deal
  deal/delete delete_deal d deal_id!=dealId | Delete a deal
  person/create create_person w name! *additionalFields(email,phone,org_id) => dataOfAnswer | Create a person
  person/getAll list_people r limit -> data | List people
  person/search search_people r term! limit -> data.items | Search people
  person/update update_person w person_id!=personId *updateFields(name,email,phone) => dataOfAnswer | Update a person
  organization/create create_organisation w name! => dataOfAnswer | Create an organisation
  note/create add_note w content! *additionalFields(deal_id,person_id,org_id) => dataOfAnswer | Add a note
  lead/create create_lead w title! person_id organization_id => dataOfAnswer | Create a lead
  activity/create create_activity w subject! type *additionalFields(due_date,deal_id,person_id,note) => dataOfAnswer | Create an activity
  activity/getAll list_activities r limit -> data | List activities
salesforce | salesforce | Salesforce
  lead/create create_lead w Company!=company LastName!=lastname FirstName=additionalFields/firstname Email=additionalFields/email Phone=additionalFields/phone | Create a lead
  lead/get get_record r object:"Lead" record_id!=leadId | Get a record
  contact/create create_contact w LastName!=lastname FirstName=additionalFields/firstName Email=additionalFields/email Phone=additionalFields/phone AccountId=additionalFields/acconuntId | Create a contact
  contact/get get_record r object:"Contact" record_id!=contactId | Get a record
  account/create create_record w object:"Account" fields.Name!=name | Create a record
  account/get get_record r object:"Account" record_id!=accountId | Get a record
  opportunity/create create_opportunity w Name!=name StageName!=stageName CloseDate!=closeDate Amount=additionalFields/amount | Create an opportunity
  opportunity/get get_record r object:"Opportunity" record_id!=opportunityId | Get a record
  case/create create_case w Subject!=additionalFields/subject Description=additionalFields/description Status=additionalFields/status Priority=additionalFields/priority | Create a case
  task/create create_task w Subject!=additionalFields/subject Status=status | Create a task
  search/query run_query r q!=query -> records | Run a query
stripe | stripe | Stripe
  balance/get get_balance r | Get the balance
  charge/getAll list_charges r limit ->> data | List charges
  customer/create create_customer w name *additionalFields(email,phone,description) | Create a customer
  customer/get get_customer r customer!=customerId | Get a customer
  customer/getAll list_customers r limit email=filters/email ->> data | List customers
  customer/update update_customer w customer!=customerId *updateFields(name,email,phone,description) | Update a customer
  customer/delete delete_customer d customer!=customerId | Delete a customer
shopify | shopify | Shopify
  order/create -
  order/get get_order r order_id!=orderId -> order | Get an order
  order/getAll list_orders r limit status=options/status -> orders | List orders
  product/create create_product w product.title!=title product.body_html=additionalFields/body_html | Create a product
  product/getAll list_products r limit title=additionalFields/title -> products | List products
  product/update update_product w product_id!=productId product.title=updateFields/title product.body_html=updateFields/body_html | Update a product
  product/delete delete_product d product_id!=productId | Delete a product
wooCommerce | woocommerce | WooCommerce
  product/create create_product w name! *additionalFields(type,description,sku,images,categories) regular_price=additionalFields/regularPrice | Create a product
  product/getAll list_products r per_page=limit search=options/search sku=options/sku status=options/status ->> . | List products
  product/update update_product w product_id!=productId *updateFields(name,status) regular_price=updateFields/regularPrice | Update a product
  product/delete delete_product d product_id!=productId | Delete a product
  order/create -
  order/get get_order r order_id!=orderId | Get an order
  order/getAll list_orders r per_page=limit status=options/status ->> . | List orders
  order/update update_order w order_id!=orderId *updateFields(status) | Update an order
  customer/create create_customer w email! first_name=additionalFields/firstName last_name=additionalFields/lastName | Create a customer
  customer/getAll list_customers r per_page=limit email=filters/email ->> . | List customers
mailchimp | mailchimp | Mailchimp
  member/create add_subscriber_to_list w list_id!=list email_address!=email status! merge_fields=@pairs:mergeFieldsUi/mergeFieldsValues | Add a subscriber to a list
  member/get get_subscriber r list_id!=list subscriber_hash!=email | Get a subscriber
  member/getAll list_subscribers r list_id!=list count=limit -> members | List subscribers
  member/update update_subscriber w list_id!=list subscriber_hash!=email status=updateFields/status | Update a subscriber
  member/delete archive_subscriber d list_id!=list subscriber_hash!=email | Archive a subscriber
  campaign/getAll list_campaigns r count=limit -> campaigns | List campaigns
  campaign/send send_campaign w campaign_id!=campaignId | Send a campaign
mailerLite | mailerlite | MailerLite
  subscriber/create add_subscriber w email! status=additionalFields/status | Add a subscriber
  subscriber/get get_subscriber r subscriber_id!=subscriberId => dataOfAnswer | Get a subscriber
  subscriber/getAll list_subscribers r limit ->> data | List subscribers
  subscriber/update update_subscriber w subscriber_id!=subscriberId status=additionalFields/status | Update a subscriber
sendInBlue | brevo | Brevo
  email/send send_email w sender.email!=sender to=@guests:receipients subject htmlContent textContent | Send an email
  contact/create create_contact w email! attributes=@pairs:contactAttributes/attributesValues | Create a contact
  contact/getAll list_contacts r limit ->> contacts | List contacts
  contact/get get_contact r identifier! | Get a contact
  contact/upsert create_contact w email! updateEnabled:true | Create a contact
  contact/delete delete_contact d identifier! | Delete a contact
sendGrid | sendgrid | SendGrid
  mail/send send_email w personalizations.0.to=@guests:toEmail from.email!=fromEmail from.name=fromName subject! content.0.type=contentType content.0.value=contentValue | Send an email
  contact/upsert add_or_update_contacts w contacts.0.email!=email | Add or update contacts
  contact/get get_contact r id!=contactId | Get a contact
  list/getAll list_contact_lists r ->> result | List contact lists
  list/create create_contact_list w name! | Create a contact list
mandrill | mandrill | Mandrill
  message/sendHtml send_email w message.from_email!=fromEmail message.to=@guests:toEmail message.subject=options/subject message.html=options/html | Send an email
  message/sendTemplate send_email_from_template w template_name!=template template_content:[] message.from_email!=fromEmail message.to=@guests:toEmail | Send an email from a template
activeCampaign | activecampaign | ActiveCampaign
  contact/create create_or_update_contact w contact.email!=email contact.firstName=additionalFields/firstName contact.lastName=additionalFields/lastName contact.phone=additionalFields/phone | Create or update a contact
  contact/get get_contact r contact_id!=contactId | Get a contact
  contact/getAll list_contacts r limit ->> contacts | List contacts
  contact/delete delete_contact d contact_id!=contactId | Delete a contact
  deal/create create_deal w deal.title!=title deal.contact=contact deal.value=value deal.currency=currency | Create a deal
zendesk | zendesk | Zendesk
  ticket/create create_ticket w ticket.comment.body!=description ticket.subject=additionalFields/subject ticket.status=additionalFields/status ticket.tags=additionalFields/tags | Create a ticket
  ticket/get get_ticket r ticket_id!=id | Get a ticket
  ticket/getAll list_tickets r page_size=limit ->> tickets | List tickets
  ticket/update update_ticket w ticket_id!=id ticket.subject=updateFields/subject ticket.status=updateFields/status ticket.tags=updateFields/tags ticket.comment.body=updateFields/publicReply | Update or answer a ticket
  ticket/delete delete_ticket d ticket_id!=id | Delete a ticket
  user/create create_user w user.name!=name user.email=additionalFields/email | Create a user
  user/search search_users r query=filters/query ->> users | Search users
  user/getAll search_users r ->> users | Search users
freshdesk | freshdesk | Freshdesk
  ticket/get get_ticket r ticket_id!=ticketId | Get a ticket
  ticket/getAll list_tickets r per_page=limit ->> . | List tickets
  contact/create create_contact w name! email=additionalFields/email | Create a contact
  contact/getAll list_contacts r ->> . | List contacts
quickbooks | quickbooks | QuickBooks
  customer/get get_customer r customer_id!=customerId => customerOfAnswer | Get a customer
  customer/create create_customer w DisplayName!=displayName => customerOfAnswer | Create a customer
  customer/getAll run_query r query:"select·*·from·Customer" -> QueryResponse.Customer | Run a query
  invoice/get get_invoice r invoice_id!=invoiceId | Get an invoice
  invoice/getAll run_query r query:"select·*·from·Invoice" -> QueryResponse.Invoice | Run a query
  invoice/send email_invoice w invoice_id!=invoiceId sendTo=email | Email an invoice
  item/getAll run_query r query:"select·*·from·Item" -> QueryResponse.Item | Run a query
  vendor/getAll run_query r query:"select·*·from·Vendor" -> QueryResponse.Vendor | Run a query
  payment/create record_payment w CustomerRef.value!=CustomerRef TotalAmt! | Record a payment
`
