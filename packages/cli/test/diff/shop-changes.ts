/**
 * What `diff` reports for each change of the shop: the rating, topic, message and reason, then the old and new value,
 * then the affected operations and fields, and last what a consumer has to do.
 */
export const SHOP_CHANGES: readonly string[] = `
major scheme-changed: \`in\` of the security scheme \`key\` changed from header to query. (the credential is sent differently)
  shop modified: header → query
  operations listOrders createOrder createClerk listReports getStock listPrices listClerks readPrices listTills; calls shop.orders.list; schemes key
  Check the options of this credential: \`key\` is sent differently.

major scheme-changed: \`name\` of the security scheme \`key\` changed from x-key to key. (the credential is sent differently)
  shop modified: x-key → key
  operations listOrders createOrder createClerk listReports getStock listPrices listClerks readPrices listTills; calls shop.orders.list; schemes key
  Check the options of this credential: \`key\` is sent differently.

minor scheme-changed: \`name\` of the security scheme \`token\` changed from x-token to x-shop-token. (it was a placeholder for an undocumented value)
  shop modified: x-token → x-shop-token
  operations listClerks; schemes token
  Check the options of this credential: \`token\` is sent differently.

major scheme-changed: \`x-name-template\` of the security scheme \`vendor\` changed from x-{vendor}-a to x-{vendor}-b. (the credential is sent differently)
  shop modified: x-{vendor}-a → x-{vendor}-b
  schemes vendor
  Check the options of this credential: \`vendor\` is sent differently.

minor scheme-added: The security scheme \`bearer\` was added.
  shop added: null → accepted
  schemes bearer
  null

major operation-removed: \`listReports\` was removed. (the service refuses calls of it)
  shop removed: offered → null
  operations listReports
  Remove this use: the service no longer offers \`listReports\`.

minor operation-added: \`listTills\` was added.
  shop added: null → offered
  operations listTills
  null

minor deprecated: \`state\` is deprecated. (a later version may remove it)
  shop modified: current → deprecated
  operations listOrders; calls shop.orders.list; parameters state
  Stop using \`state\` before the service removes it.

major parameter-required: The query parameter \`sort\` became required. (calls may not send it)
  shop modified: optional → required
  operations listOrders; calls shop.orders.list; parameters sort
  Send \`sort\` in this call.

major parameter-changed: The query parameter \`part\` was renamed to \`section\`. (code that names it no longer compiles)
  shop modified: part → section
  operations createOrder; parameters part section
  Check the value that you send as \`part\`, \`section\`.

minor deprecated: \`listClerks\` is deprecated. (a later version may remove it)
  shop modified: current → deprecated
  operations listClerks
  Stop using \`listClerks\` before the service removes it.

minor scheme-added: The credential \`key\` is accepted too.
  shop added: null → accepted
  operations listClerks; schemes key
  null

major parameter-removed: The query parameter \`top\` was removed. (code that sends it no longer compiles)
  shop removed: accepted → null
  operations listClerks; parameters top
  Stop sending \`top\`.

major path-changed: The path of \`getStock\` changed from /stock/{id} to /stocks/{id}. (code that names it no longer compiles)
  shop modified: /stock/{id} → /stocks/{id}
  operations getStock
  Update the @syncline packages. Write the path \`/stocks/{id}\` only where your code contains the old one.

major parameter-required: The required query parameter \`shop\` was added. (calls do not send it)
  shop added: null → required
  operations getStock; parameters shop
  Send \`shop\` in this call.

major operation-renamed: The operationId of \`GET /prices\` changed from listPrices to readPrices. (code that names it no longer compiles)
  shop modified: listPrices → readPrices
  operations listPrices readPrices
  Write the operationId \`readPrices\`. The methods of the clients keep their names.

minor parameter-added: The query parameter \`page\` was added.
  shop added: null → optional
  operations listPrices readPrices; parameters page
  null

major field-removed: \`Order.old\` was removed. (its generated type loses the field)
  shop removed: string → null
  operations listOrders createOrder; fields Order.old; calls shop.orders.list
  Stop using \`Order.old\`: the description no longer has it. \`Order.fresh\` is new and has the same type.

minor field-added: \`Order.fresh\` was added.
  shop added: null → string
  operations listOrders createOrder; fields Order.fresh; calls shop.orders.list
  null

major field-type: \`format\` of \`Order.total\` was set to int64. (the decoded type changes between number and bigint)
  shop modified: number → bigint
  operations listOrders createOrder; fields Order.total; calls shop.orders.list
  Handle \`bigint\` instead of \`number\`.

major field-type: \`x-decode\` of \`Order.open\` was set to boolean. (the decoded type changes)
  shop modified: string → boolean
  operations listOrders createOrder; fields Order.open; calls shop.orders.list
  Handle \`boolean\` instead of \`string\`.

minor field-values: \`Order.place\` gained the value "away". (enumerations of responses are open: an unknown value compiles and is passed on)
  shop modified: ["here","there"] → ["here","there","away"]
  operations listOrders createOrder; fields Order.place; calls shop.orders.list
  Check code that uses these values of \`Order.place\`.

minor field-default: The default of \`Order.unit\` changed from day to hour. (the meaning of an absent field changes)
  shop modified: day → hour
  operations listOrders createOrder; fields Order.unit; calls shop.orders.list
  Check code that relies on the default of \`Order.unit\`.

major field-filter: \`x-edm\` of \`Order.since\` changed from Edm.String to Edm.DateTimeOffset. (a typed filter accepts other values)
  shop modified: Edm.String → Edm.DateTimeOffset
  operations listOrders createOrder; fields Order.since; calls shop.orders.list
  Check the values that your filters compare with \`Order.since\`.

major field-type: The type of \`Order.lines[]\` changed from string to integer. (a response may contain something that code does not expect)
  shop modified: string → number
  operations listOrders createOrder; fields Order.lines; calls shop.orders.list
  Handle \`number\` instead of \`string\`.

minor deprecated: \`Order.note\` is deprecated. (a later version may remove it)
  shop modified: current → deprecated
  operations listOrders createOrder; fields Order.note; calls shop.orders.list
  Stop using \`Order.note\` before the service removes it.

major field-optional: \`Order.total\` may be absent. (code does not expect its absence)
  shop modified: always present → optional
  operations listOrders createOrder; fields Order.total; calls shop.orders.list
  Handle \`undefined\`: the service may leave out \`Order.total\`.

major request-required: \`NewOrder.place\` became required. (calls may not send it)
  shop modified: optional → required
  operations createOrder; fields NewOrder.place
  Send \`NewOrder.place\` in this call.

minor request-optional: \`NewClerk.name\` is no longer required. (a call may send less)
  shop modified: required → optional
  operations createClerk; fields NewClerk.name
  Nothing breaks. You can leave out \`NewClerk.name\`.

major field-renamed: \`Clerk.room\` was renamed to \`rooms\`. (code that names it no longer compiles)
  shop modified: room → rooms
  operations listOrders createOrder listClerks createClerk; fields Clerk.room Clerk.rooms; calls shop.orders.list
  Write \`rooms\` instead of \`room\`.

minor field-always: \`Clerk.name\` is always present. (the type guarantees more)
  shop modified: optional → always present
  operations listOrders createOrder listClerks createClerk; fields Clerk.name; calls shop.orders.list
  Nothing breaks. You can remove checks of \`Clerk.name\` for \`undefined\`.

major record-removed: The schema \`Report\` was removed. (its generated type is removed)
  shop removed: object → null
  operations listReports; fields Report
  Stop using the type \`Report\`.

minor field-type: \`Stock.left\` is no longer null. (a response guarantees more)
  shop modified: string | null → string
  operations getStock; fields Stock.left
  Handle \`string\` instead of \`string | null\`.

major field-type: \`Stock.right\` may be null. (a response may contain something that code does not expect)
  shop modified: number → number | null
  operations getStock; fields Stock.right
  Handle \`number | null\` instead of \`number\`.

major field-optional: \`Price.net\` may be absent. (code does not expect its absence)
  shop modified: always present → optional
  operations listPrices readPrices; fields Price.net
  Handle \`undefined\`: the service may leave out \`Price.net\`.

minor record-added: The schema \`Till\` was added.
  shop added: null → object
  operations listTills; fields Till
  null

patch documentation: \`description\` of \`listOrders\` changed.
  shop modified: Lists orders. → Lists all orders.
  operations listOrders; calls shop.orders.list
  null

patch documentation: \`x-not-shown\` of \`token\` changed.
  shop modified: ["name"] → null
  operations listClerks
  null

patch documentation: \`description\` of \`Order.note\` changed.
  shop modified: A note. → A short note.
  operations listOrders createOrder; fields Order.note; calls shop.orders.list
  null
`
  .trim()
  .split('\n\n');
