import { isDeepStrictEqual } from 'node:util';
import { edmType } from '../generate/fields.ts';
import type { Document, Schema } from '../generate/model.ts';
import { dereference } from '../generate/schemas.ts';
import { compareAlternatives, isOnlyChoice, withLoss } from './alternatives.ts';
import { canonical, type Canonical, expandBoth } from './canonical.ts';
import {
  added,
  became,
  below,
  both,
  changed,
  child,
  deprecationOf,
  differing,
  type Found,
  nameOf,
  namesOf,
  removed,
  renamedOf,
  sentence,
  type Site,
} from './found.ts';
import { fieldsAt } from './owner.ts';
import {
  BOUNDS,
  CONDITIONS,
  type Effect,
  effectOfBound,
  effectOfFormat,
  effectOfMultiple,
  effectOfPattern,
  effectOfTypes,
  MAJOR,
  MINOR,
  rateEffect,
  rateValues,
  type Rating,
} from './rate.ts';
import { short, type Topic, typeText } from './topic.ts';
import { type Direction, isHidden } from './usage.ts';

/** Finds what changed between two schemas, and emits each change with its rating. */
export class SchemaComparison {
  readonly #documents: readonly [Document, Document];
  readonly #emit: (found: Found) => void;
  /** The references that are being compared. */
  readonly #around = new Set<string>();

  constructor(documents: readonly [Document, Document], emit: (found: Found) => void) {
    this.#documents = documents;
    this.#emit = emit;
  }

  compare(site: Site, before: unknown, after: unknown): void {
    const [old, now] = [canonical(this.#documents[0], before), canonical(this.#documents[1], after)];
    if (isDeepStrictEqual(old, now)) return;
    this.#compareCanonical(site, old, now);
  }

  #compareCanonical(site: Site, old: Canonical, now: Canonical): void {
    this.#compareUse(site, old, now);
    if (old.$ref !== undefined && old.$ref === now.$ref) return;
    const pair = JSON.stringify([refsOf(old), refsOf(now)]);
    if (pair !== '[[],[]]') {
      if (this.#around.has(pair)) return;
      this.#around.add(pair);
    }
    this.#compareContent(site, ...expandBoth(this.#documents, old, now));
    this.#around.delete(pair);
  }

  /** What is said about the use of a schema: null, the default value, the deprecation. */
  #compareUse(site: Site, old: Canonical, now: Canonical): void {
    const accepts = ({ nullable, type, $ref, choice, allOf, enum: values }: Canonical): boolean | undefined =>
      nullable === true || type?.includes('null') === true
        ? true
        : type === undefined &&
            $ref === undefined &&
            choice === undefined &&
            allOf === undefined &&
            values === undefined
          ? undefined
          : false;
    const [was, is] = [accepts(old), accepts(now)];
    if (was !== undefined && is !== undefined && was !== is)
      this.#report(site, 'field-type', rateEffect(is ? 'widened' : 'narrowed', site.directions), {
        message: `${nameOf(site)} ${is ? 'may be null' : 'is no longer null'}`,
        ...typesOf(old, now),
      });
    if (!isDeepStrictEqual(old['default'], now['default'])) {
      const rating: Rating =
        site.parameters === undefined
          ? MINOR('the meaning of an absent field changes')
          : MAJOR('a call that leaves it out may mean something else');
      this.#report(
        site,
        'field-default',
        rating,
        changed(`The default of ${nameOf(site)}`, old['default'], now['default']),
      );
    }
    const deprecation = deprecationOf(nameOf(site), old, now);
    if (deprecation !== undefined) this.#emitAt(site, deprecation);
  }

  #compareContent(site: Site, old: Canonical, now: Canonical): void {
    // A schema that becomes one of several alternatives, or is the last of them.
    if (isOnlyChoice(old) !== isOnlyChoice(now) && (old.choice === undefined || now.choice === undefined)) {
      this.#compareChoice(site, old, now);
      return;
    }
    const types = effectOfTypes(old.type, now.type);
    if (types !== undefined) {
      const lost = old.type?.filter((type) => now.type?.includes(type) === false) ?? [];
      const isAlternative =
        (old.type ?? []).length > 1 &&
        lost.some((type) => type !== 'integer' || now.type?.includes('number') === false);
      this.#report(site, 'field-type', withLoss(rateEffect(types, site.directions), isAlternative), {
        message: `The type of ${nameOf(site)} changed from ${typeList(old)} to ${typeList(now)}`,
        ...typesOf(old, now),
      });
      // Nothing else can be compared between a text and an object.
      if (types === 'changed') return;
    }
    this.#compareValues(site, 'enum', old, now);
    this.#compareValues(site, 'x-extensible-enum', old, now);
    this.#compareFormat(site, old, now);
    for (const keyword of Object.keys(BOUNDS)) {
      if (keyword.endsWith('Contains') && (old['contains'] ?? now['contains']) === undefined) continue;
      const effect = effectOfBound(keyword, old[keyword], now[keyword]);
      if (effect !== undefined) this.#keyword(site, keyword, effect, old, now);
    }
    const effects: readonly (readonly [string, (before: never, after: never) => Effect])[] = [
      ['pattern', effectOfPattern],
      ['multipleOf', effectOfMultiple],
      ['uniqueItems', (_one, after) => (after ? 'narrowed' : 'widened')],
      ['contentMediaType', () => 'changed'],
      ['contentEncoding', () => 'changed'],
      ['xml', () => 'changed'],
    ];
    for (const [keyword, effectOf] of effects)
      if (!isDeepStrictEqual(old[keyword], now[keyword]))
        this.#keyword(site, keyword, effectOf(old[keyword] as never, now[keyword] as never), old, now);
    this.#compareProperties(site, old, now);
    this.#compareOthers(site, old, now);
    this.#compareConditions(site, old, now);
    for (const keyword of Object.keys(CONDITIONS)) this.#compareCondition(site, keyword, old, now);
    this.#compareDependencies(site, old, now);
    this.#compareItems(site, old, now);
    this.#compareChoice(site, old, now);
    for (const [keyword, why] of [
      ['x-decode', 'the decoded type changes'],
      ['x-edm', 'a typed filter accepts other values'],
    ] as const)
      if (old[keyword] !== now[keyword])
        this.#report(
          site,
          keyword === 'x-edm' ? 'field-filter' : 'field-type',
          { bump: 'major', why },
          {
            ...changed(`\`${keyword}\` of ${nameOf(site)}`, old[keyword], now[keyword]),
            ...(keyword === 'x-edm' ? {} : typesOf(old, now)),
          },
        );
    if (!isDeepStrictEqual(old['discriminator'], now['discriminator']))
      this.#report(
        site,
        'field-type',
        MAJOR('it decides which type a value has'),
        changed(`\`discriminator\` of ${nameOf(site)}`, old['discriminator'], now['discriminator']),
      );
  }

  #keyword(site: Site, keyword: string, effect: Effect, old: Canonical, now: Canonical): void {
    const text = changed(`\`${keyword}\` of ${nameOf(site)}`, old[keyword], now[keyword]);
    this.#report(site, 'field-limits', rateEffect(effect, site.directions), text);
  }

  #compareValues(site: Site, keyword: 'enum' | 'x-extensible-enum', old: Canonical, now: Canonical): void {
    const [was, is] = [old[keyword], now[keyword]] as [readonly unknown[] | undefined, readonly unknown[] | undefined];
    if (isDeepStrictEqual(was, is)) return;
    const isIn = (list: readonly unknown[], value: unknown): boolean =>
      list.some((each) => isDeepStrictEqual(each, value));
    const lost = was?.filter((value) => is !== undefined && !isIn(is, value)) ?? [];
    const gained = is?.filter((value) => was !== undefined && !isIn(was, value)) ?? [];
    if (was !== undefined && is !== undefined && lost.length + gained.length === 0) return;
    const isConstant = [was, is].every((list) => list === undefined || list.length === 1);
    const name = nameOf(site);
    // A single value is a constant, which is not open.
    const rating = isConstant
      ? rateEffect(was === undefined ? 'narrowed' : is === undefined ? 'widened' : 'changed', site.directions)
      : rateValues(
          { lost: lost.length > 0 || was === undefined, gained: gained.length > 0 || is === undefined },
          site.directions,
        );
    const parts = [
      ...(was === undefined ? [`is now limited to ${listed(is)}`] : []),
      ...(is === undefined ? [`is no longer limited to ${listed(was)}`] : []),
      ...(lost.length > 0 ? [`lost the value${lost.length > 1 ? 's' : ''} ${listed(lost)}`] : []),
      ...(gained.length > 0 ? [`gained the value${gained.length > 1 ? 's' : ''} ${listed(gained)}`] : []),
    ];
    this.#report(site, 'field-values', rating, {
      message: `${name} ${parts.join(', and ')}`,
      before: short(was),
      after: short(is),
      values: lost.map(String),
    });
  }

  #compareFormat(site: Site, old: Canonical, now: Canonical): void {
    if (old.format === now.format) return;
    const [was, is] = both([old, now], (schema) => schema as unknown as Schema);
    const text = changed(`\`format\` of ${nameOf(site)}`, old.format, now.format);
    const isOnlySent = !site.directions.has('response') && site.owner.base[1] !== 'schemas';
    let rating = rateEffect(effectOfFormat(old.format, now.format), site.directions);
    if (isInt64(old) !== isInt64(now))
      rating =
        isInt64(now) && isOnlySent
          ? MINOR('a call may also send a bigint')
          : MAJOR('the decoded type changes between number and bigint');
    else if (site.isFiltered && filtersOf(was) !== filtersOf(is)) rating = MAJOR('a typed filter accepts other values');
    const types = typesOf(old, now);
    this.#report(site, 'field-type', rating, { ...text, ...(types.before === types.after ? {} : types) });
  }

  #compareProperties(site: Site, old: Canonical, now: Canonical): void {
    const [was, is] = [old.properties ?? {}, now.properties ?? {}];
    const [lost, gained] = differing(Object.keys(was), Object.keys(is));
    const renamed = renamedOf(
      lost,
      gained,
      (name) => was[name],
      (name) => is[name],
    );
    if (renamed !== undefined) {
      const [from, to] = renamed;
      this.#report(site, 'field-renamed', MAJOR('code that names it no longer compiles'), {
        ...became(`${nameOf(child(site, from))} was renamed to \`${to}\``, from, to),
        fields: [...fieldsAt(child(site, from).owner), ...fieldsAt(child(site, to).owner)],
      });
    }
    for (const name of lost) if (name !== renamed?.[0]) this.#removed(child(site, name), was[name]);
    for (const name of gained)
      if (name !== renamed?.[1]) this.#added(child(site, name), is[name], now.required?.includes(name) === true);
    for (const name of Object.keys(was))
      if (Object.hasOwn(is, name))
        this.#compareProperty(child(site, name), [was[name], is[name]], now.required?.includes(name) === true);
    this.#compareRequired(site, old, now, [...lost, ...gained]);
  }

  /** The schema of a property with what its reference says about its use. */
  #flags(index: 0 | 1, schema: unknown): object {
    const { readOnly, writeOnly } = dereference(this.#documents[index], (schema ?? {}) as Canonical);
    return { readOnly, writeOnly, ...(schema as object) };
  }

  #removed(site: Site, schema: unknown): void {
    const isSeen = [...site.directions].some((direction) => !isHidden(this.#flags(0, schema), direction));
    const rating: Rating = isSeen
      ? MAJOR('its generated type loses the field')
      : MINOR('it was never sent in this direction');
    this.#report(site, topicInside(site, 'field-removed'), rating, removed(nameOf(site), typeText(schema)));
  }

  #added(site: Site, schema: unknown, isRequired: boolean): void {
    const isSent = site.directions.has('request') && !isHidden(this.#flags(1, schema), 'request');
    const isNeeded = isSent && isRequired;
    this.#report(
      site,
      isNeeded ? 'request-required' : topicInside(site, 'field-added'),
      isNeeded ? MAJOR('calls do not send it') : MINOR(null),
      added(`${isNeeded ? 'The required field ' : ''}${nameOf(site)}`, typeText(schema)),
    );
  }

  #compareProperty(site: Site, [before, after]: readonly [unknown, unknown], isRequired: boolean): void {
    const flags = [this.#flags(0, before), this.#flags(1, after)] as const;
    for (const direction of site.directions) {
      const [was, is] = flags.map((each) => isHidden(each, direction));
      if (was === is) continue;
      const mark = direction === 'request' ? 'read-only' : 'write-only';
      const types = direction === 'request' ? 'requests' : 'responses';
      const message = `${nameOf(site)} is ${is ? 'now' : 'no longer'} ${mark}`;
      const text = became(message, was ? mark : null, is ? mark : null);
      if (is) this.#report(site, 'field-type', MAJOR(`the types of ${types} lose it`), text);
      else if (direction === 'request' && isRequired)
        this.#report(site, 'request-required', MAJOR('calls do not send it'), text);
      else this.#report(site, 'field-added', MINOR(`the types of ${types} gain it`), text);
    }
    const directions = new Set(
      [...site.directions].filter((direction) => !flags.some((each) => isHidden(each, direction))),
    );
    this.compare({ ...site, directions }, before, after);
  }

  #compareRequired(site: Site, old: Canonical, now: Canonical, others: readonly string[]): void {
    const [optional, required] = differing(old.required ?? [], now.required ?? []).map((names) =>
      names.filter((name) => !others.includes(name)),
    ) as [string[], string[]];
    const visible = (name: string, direction: Direction): boolean =>
      site.directions.has(direction) &&
      !isHidden(this.#flags(0, old.properties?.[name]), direction) &&
      !isHidden(this.#flags(1, now.properties?.[name]), direction);
    const groups: Partial<Record<Topic, string[]>> = {};
    const put = (topic: Topic, name: string): void => void (groups[topic] ??= []).push(name);
    for (const name of required) {
      put(visible(name, 'request') ? 'request-required' : 'field-always', name);
    }
    for (const name of optional) {
      put(visible(name, 'response') ? 'field-optional' : 'request-optional', name);
    }
    for (const [topic, names] of Object.entries(groups)) {
      const [text, rating, before, after] = presence[topic as keyof typeof presence];
      this.#report(site, topic as Topic, rating, {
        ...became(`${names.map((name) => nameOf(child(site, name))).join(', ')} ${text}`, before, after),
        fields: names.flatMap((name) => fieldsAt(child(site, name).owner)),
      });
    }
  }

  /** Fields whose names the schema does not list. */
  #compareOthers(site: Site, old: Canonical, now: Canonical): void {
    const [was, is] = [old['additionalProperties'], now['additionalProperties']];
    const inside = { ...site, path: `${site.path}{}`, owner: below(site.owner, 'additionalProperties') };
    if (isSchema(was) && isSchema(is)) this.compare(inside, was, is);
    else if (!isDeepStrictEqual(was, is)) {
      const isOpen = (value: unknown): boolean => value === true || isSchema(value);
      const rating: Rating =
        isOpen(was) && !isOpen(is)
          ? MAJOR('code that uses other fields no longer compiles')
          : is === false || (was !== false && isSchema(is))
            ? rateEffect('narrowed', site.directions)
            : MINOR('code ignores fields that it does not know');
      this.#report(site, 'other', rating, changed(`\`additionalProperties\` of ${nameOf(site)}`, was, is));
    }
    const [oldPatterns, nowPatterns] = both(
      [old, now],
      (schema) => (schema['patternProperties'] ?? {}) as Record<string, unknown>,
    );
    for (const pattern of namesOf(oldPatterns, nowPatterns)) {
      const itemSite = {
        ...site,
        path: `${site.path}{${pattern}}`,
        owner: below(site.owner, 'patternProperties', pattern),
      };
      if (oldPatterns[pattern] !== undefined && nowPatterns[pattern] !== undefined)
        this.compare(itemSite, oldPatterns[pattern], nowPatterns[pattern]);
      else if (oldPatterns[pattern] === undefined)
        this.#report(
          site,
          'field-type',
          rateEffect('narrowed', site.directions),
          became(`${nameOf(itemSite)} was added`, null, short(nowPatterns[pattern])),
        );
      else
        this.#report(
          site,
          'field-type',
          MAJOR('the generated type loses these fields'),
          became(`${nameOf(itemSite)} was removed`, short(oldPatterns[pattern]), null),
        );
    }
  }

  #compareCondition(site: Site, keyword: string, old: Canonical, now: Canonical): void {
    const [was, is] = both([old[keyword], now[keyword]], isFor(keyword) ? (schema) => schema : unlessAny);
    if (isDeepStrictEqual(was, is)) return;
    const { added, removed } = CONDITIONS[keyword] as { added: Effect; removed: Effect };
    const isSame =
      was !== undefined &&
      is !== undefined &&
      isDeepStrictEqual(canonical(this.#documents[0], was), canonical(this.#documents[1], is));
    if (!isSame)
      this.#keyword(site, keyword, was === undefined ? added : is === undefined ? removed : 'changed', old, now);
  }

  /** What the members of an `allOf` say twice. */
  #compareConditions(site: Site, { conditions: was = [] }: Canonical, { conditions: is = [] }: Canonical): void {
    const isIn = (list: readonly unknown[], value: unknown): boolean =>
      list.some((each) => isDeepStrictEqual(each, value));
    const isWider = is.every((value) => isIn(was, value));
    const isNarrower = was.every((value) => isIn(is, value));
    if (isWider && isNarrower) return;
    const effect = isNarrower ? 'narrowed' : isWider ? 'widened' : 'changed';
    this.#report(site, 'field-limits', rateEffect(effect, site.directions), {
      ...changed(`\`allOf\` of ${nameOf(site)}`, was.length > 0 ? was : undefined, is.length > 0 ? is : undefined),
    });
  }

  #compareDependencies(site: Site, old: Canonical, now: Canonical): void {
    for (const keyword of ['dependentRequired', 'dependentSchemas']) {
      const [was, is] = [old[keyword] ?? {}, now[keyword] ?? {}] as [Record<string, unknown>, Record<string, unknown>];
      if (isDeepStrictEqual(was, is)) continue;
      const names = [...namesOf(was, is)].filter((name) => !isDeepStrictEqual(was[name], is[name]));
      const isAdded = names.every((name) => was[name] === undefined);
      const isRemoved = names.every((name) => is[name] === undefined);
      this.#keyword(site, keyword, isAdded ? 'narrowed' : isRemoved ? 'widened' : 'changed', old, now);
    }
  }

  #compareItems(site: Site, old: Canonical, now: Canonical): void {
    const inside = { ...site, path: `${site.path}[]`, owner: below(site.owner, 'items') };
    const [was, is] = both([old['items'], now['items']], unlessAny);
    if (was !== undefined && is !== undefined) this.compare(inside, was, is);
    else if (was !== is) this.#keyword(site, 'items', was === undefined ? 'narrowed' : 'widened', old, now);
    const [first, second] = [old['prefixItems'], now['prefixItems']] as (readonly unknown[] | undefined)[];
    if (first === undefined && second === undefined) return;
    const shared = Math.min(first?.length ?? 0, second?.length ?? 0);
    for (let index = 0; index < shared; index++)
      this.compare(
        { ...site, path: `${site.path}[${index}]`, owner: below(site.owner, 'prefixItems', String(index)) },
        first?.[index],
        second?.[index],
      );
    if (first?.length !== second?.length) this.#keyword(site, 'prefixItems', 'changed', old, now);
  }

  #compareChoice(site: Site, old: Canonical, now: Canonical): void {
    if (old.choice === undefined && now.choice === undefined) return;
    const { pair, changes } = compareAlternatives(site, old, now);
    for (const { rating, ...text } of changes) this.#report(site, 'field-type', rating, text);
    if (pair !== undefined) this.#compareCanonical(site, ...pair);
  }

  #report(
    site: Site,
    topic: Topic,
    rating: Rating,
    text: Pick<Found, 'message' | 'before' | 'after'> & Partial<Found>,
  ): void {
    const isWhole = topic === 'request-required' || site.parameters === undefined;
    this.#emitAt(site, { kind: 'modified', topic: isWhole ? topic : 'parameter-changed', ...rating, ...text });
  }

  #emitAt(site: Site, found: Omit<Found, 'owner'>): void {
    this.#emit({
      fields: fieldsAt(site.owner),
      ...(site.parameters && { parameters: site.parameters }),
      ...found,
      owner: site.owner,
      message: sentence(found.message),
    });
  }
}

/** Something inside a field is a change of the field. */
const topicInside = ({ owner: { rest } }: Site, topic: 'field-added' | 'field-removed'): Topic =>
  rest.length > 2 ? 'field-type' : topic;

/** What is said of fields that a schema newly requires, or no longer requires. */
const presence = {
  'request-required': ['became required', MAJOR('calls may not send it'), 'optional', 'required'],
  'field-always': ['is always present', MINOR('the type guarantees more'), 'optional', 'always present'],
  'field-optional': ['may be absent', MAJOR('code does not expect its absence'), 'always present', 'optional'],
  'request-optional': ['is no longer required', MINOR('a call may send less'), 'required', 'optional'],
} as const;

/** Whether a keyword means something with a schema that allows everything. */
const isFor = (keyword: string): boolean => ['if', 'not', 'contains'].includes(keyword);

/** A schema, unless it allows everything. */
const unlessAny = (schema: unknown): unknown => (schema === true || isDeepStrictEqual(schema, {}) ? undefined : schema);

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null;

const refsOf = ({ $ref, allOf = [], choice = [] }: Canonical): readonly string[] => [
  ...($ref === undefined ? [] : [$ref]),
  ...[...allOf, ...choice].flatMap(refsOf),
];

const listed = (values: readonly unknown[] | undefined): string =>
  (values ?? []).map((value) => JSON.stringify(value)).join(', ');

const typeList = ({ type = ['any type'], nullable }: Canonical): string =>
  [...type, ...(nullable ? ['null'] : [])].join(' or ');

const typesOf = (old: Canonical, now: Canonical): Pick<Found, 'before' | 'after'> => ({
  before: typeText(old),
  after: typeText(now),
});

function isInt64({ type, format }: Canonical): boolean {
  return type?.join() === 'integer' && format === 'int64';
}

/** The EDM type as far as filters distinguish it: they accept the same values for all integers. */
function filtersOf(field: Schema): string | null {
  return edmType(field)?.replace(/^Edm\.Int\d+$/, 'Edm.Int') ?? null;
}
