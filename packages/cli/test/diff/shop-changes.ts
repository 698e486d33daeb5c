/**
 * What `diff` reports for each change of the shop: the rating, topic, message and reason, then the old and new value,
 * then the affected operations and fields, and last what a consumer has to do.
 */
export const SHOP_CHANGES: readonly string[] = `
major record-removed: Schema \`Report\` was removed. (its generated type or table entry is removed)
  shop removed: object → null
  operations listReports; fields Report
  Stop using the type \`Report\`.

minor record-added: Schema \`Till\` was added.
  shop added: null → object
  operations listTills; fields Till
  null

minor scheme-added: SecurityScheme \`bearer\` was added.
  shop added: null → accepted
  schemes bearer
  null

major scheme-changed: \`in\` of security scheme \`key\` changed from 'header' to 'query'.
  shop modified: header → query
  operations listOrders createOrder createClerk listReports getStock listPrices listClerks readPrices listTills; calls shop.orders.list; schemes key
  Check the options of this credential: \`key\` is sent in another way.

major scheme-changed: \`name\` of security scheme \`key\` changed from 'x-key' to 'key'.
  shop modified: x-key → key
  operations listOrders createOrder createClerk listReports getStock listPrices listClerks readPrices listTills; calls shop.orders.list; schemes key
  Check the options of this credential: \`key\` is sent in another way.

minor scheme-changed: \`name\` of security scheme \`token\` changed from 'x-token' to 'x-shop-token'. (it was a placeholder for an undocumented value)
  shop modified: x-token → x-shop-token
  operations listClerks; schemes token
  Check the options of this credential: \`token\` is sent in another way.

patch other: SpecExtension \`x-not-shown\` was removed.
  shop removed: ["name"] → null
  operations listClerks
  Compare this use with the new description.

major scheme-changed: \`x-name-template\` of SecurityScheme \`vendor\` was modified. (the credential is sent under another name)
  shop modified: x-{vendor}-a → x-{vendor}-b
  schemes vendor
  Check the options of this credential: \`vendor\` is sent in another way.

minor deprecated: \`listClerks\` is deprecated. (a later version may remove it)
  shop modified: current → deprecated
  operations listClerks
  Stop using \`listClerks\` before the service removes it.

major parameter-removed: All parameters were removed.
  shop removed: accepted → null
  operations listClerks; parameters top
  Stop sending \`top\`.

minor scheme-added: SecurityRequirement \`1\` was added.
  shop added: null → accepted
  operations listClerks; schemes key
  null

minor request-optional: \`required\` of Schema \`NewClerk\` was modified. (a call may send less)
  shop modified: required → optional
  operations createClerk; fields NewClerk.name
  Nothing breaks. You can leave out \`NewClerk.name\`.

patch documentation: \`description\` of Operation \`get\` was modified.
  shop modified: Lists orders. → Lists all orders.
  operations listOrders; calls shop.orders.list
  null

minor deprecated: \`state\` is deprecated. (a later version may remove it)
  shop modified: current → deprecated
  operations listOrders; calls shop.orders.list; parameters state
  Stop using \`state\` before the service removes it.

major parameter-required: \`sort\` query parameter became required.
  shop modified: optional → required
  operations listOrders; calls shop.orders.list; parameters sort
  Send \`sort\` in this call.

major field-optional: Properties of \`Order\` are no longer required: \`total\`.
  shop modified: always present → optional
  operations listOrders createOrder; fields Order.total; calls shop.orders.list
  Handle \`undefined\`: the service may leave out \`Order.total\`.

minor field-always: \`required\` of Schema \`Clerk\` was modified. (the type promises more)
  shop modified: optional → always present
  operations listOrders createOrder listClerks createClerk; fields Clerk.name; calls shop.orders.list
  Nothing breaks. You can remove checks of \`Clerk.name\` for \`undefined\`.

major field-renamed: Property \`room\` of \`clerk\` was renamed to \`rooms\`.
  shop modified: room → rooms
  operations listOrders createOrder listClerks createClerk; fields Clerk.room Clerk.rooms; calls shop.orders.list
  Write \`rooms\` instead of \`room\`.

minor field-added: Property \`fresh\` of \`Order\` was added.
  shop added: null → string
  operations listOrders createOrder; fields Order.fresh; calls shop.orders.list
  null

major field-type: Type widened from 'string' to 'integer'.
  shop modified: string → number
  operations listOrders createOrder; fields Order.lines; calls shop.orders.list
  Handle \`number\` instead of \`string\`.

minor deprecated: \`Order.note\` is deprecated. (a later version may remove it)
  shop modified: current → deprecated
  operations listOrders createOrder; fields Order.note; calls shop.orders.list
  Stop using \`Order.note\` before the service removes it.

patch documentation: \`description\` of property \`note\` of \`Order\` was modified.
  shop modified: A note. → A short note.
  operations listOrders createOrder; fields Order.note; calls shop.orders.list
  null

major field-removed: Property \`old\` of \`Order\` was removed.
  shop removed: string → null
  operations listOrders createOrder; fields Order.old; calls shop.orders.list
  Stop using \`Order.old\`: the description no longer has it. \`Order.fresh\` is new and has the same type.

major field-type: \`x-decode\` of property \`open\` of \`Order\` was modified. (the decoded type changes)
  shop modified: string → boolean
  operations listOrders createOrder; fields Order.open; calls shop.orders.list
  Handle \`boolean\` instead of \`string\`.

minor field-values: Enum of \`place\` gained values: 'away'. (enumerations are open: an unknown value compiles and is passed on)
  shop modified: ["here","there"] → ["here","there","away"]
  operations listOrders createOrder; fields Order.place; calls shop.orders.list
  Check code that compares \`Order.place\` with these values.

major field-filter: \`x-edm\` of property \`since\` of \`Order\` was modified. (a typed filter accepts other values)
  shop modified: Edm.String → Edm.DateTimeOffset
  operations listOrders createOrder; fields Order.since; calls shop.orders.list
  Check the values that your filters compare with \`Order.since\`.

major field-type: \`format\` of property \`total\` of \`Order\` was modified. (the decoded type changes between number and bigint)
  shop modified: number → bigint
  operations listOrders createOrder; fields Order.total; calls shop.orders.list
  Handle \`bigint\` instead of \`number\`.

minor field-default: \`default\` of property \`unit\` of \`Order\` was modified. (the meaning of an absent field changes)
  shop modified: day → hour
  operations listOrders createOrder; fields Order.unit; calls shop.orders.list
  Check code that relies on the default of \`Order.unit\`.

major parameter-changed: \`part\` query parameter was renamed to \`section\`.
  shop modified: part → section
  operations createOrder; parameters part section
  Check the value that you send as \`part\`, \`section\`.

major request-required: Properties of \`NewOrder\` became required: \`place\`.
  shop modified: optional → required
  operations createOrder; fields NewOrder.place
  Send \`NewOrder.place\` in this call.

major operation-renamed: \`operationId\` of operation \`GET /prices\` changed from 'listPrices' to 'readPrices'.
  shop modified: listPrices → readPrices
  operations listPrices readPrices
  Write the operationId \`readPrices\`. The methods of the clients keep their names.

minor parameter-added: ParameterList \`parameters\` was added.
  shop added: null → optional
  operations listPrices readPrices; parameters page
  null

major field-optional: Properties of \`Price\` are no longer required: \`net\`.
  shop modified: always present → optional
  operations listPrices readPrices; fields Price.net
  Handle \`undefined\`: the service may leave out \`Price.net\`.

major operation-removed: Path \`/reports\` was removed.
  shop removed: offered → null
  operations listReports
  Remove this use: the service no longer offers \`listReports\`.

major path-changed: Path \`/stock/{id}\` was renamed to \`/stocks/{id}\`.
  shop modified: /stock/{id} → /stocks/{id}
  operations getStock
  Update the @syncline packages. Write the path \`/stocks/{id}\` only where your code contains the old one.

major parameter-required: Required \`shop\` query parameter was added.
  shop added: null → required
  operations getStock; parameters shop
  Send \`shop\` in this call.

patch field-type: \`type\` of property \`left\` of \`Stock\` was modified.
  shop modified: string | null → string
  operations getStock; fields Stock.left
  Handle \`string\` instead of \`string | null\`.

major field-type: Type of \`right\` widened from 'number' to 'number | null'.
  shop modified: number → number | null
  operations getStock; fields Stock.right
  Handle \`number | null\` instead of \`number\`.

minor operation-added: PathItem \`/tills\` was added.
  shop added: null → offered
  operations listTills
  null
`
  .trim()
  .split('\n\n');
