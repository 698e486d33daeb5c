/** Functions that the scripts of the control page share. Every text of a request becomes a text node, never markup. */
export const toolsScript = String.raw`export const $ = (id) => document.getElementById(id);

/** Characters that are invisible or change the direction of the text are shown as their code points. */
export const plain = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
  character === '\n' || character === '\t' ? character : '\\u{' + character.codePointAt(0).toString(16) + '}');

/** Makes an element with a class and children: elements, or texts. */
export const make = (tag, className = '', ...children) => {
  const element = Object.assign(document.createElement(tag), { className });
  element.append(...children.map((child) => (child instanceof Node ? child : plain(child))));
  return element;
};

export const button = (text, className, onclick) => Object.assign(make('button', className, text), { type: 'button', onclick });

let quiet;
export const say = (text, bad = false) => {
  $('message').textContent = plain(text);
  $('message').className = bad ? 'bad' : '';
  clearTimeout(quiet);
  if (!bad) quiet = setTimeout(say, 4000, '');
};

/** Returns the JSON of a response. Throws an Error with the reason if the request is refused. */
export const ask = async (method, path, body) => {
  const response = await fetch(path, { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
};

/** Changes something. If the request is refused, shows the reason and returns undefined. */
export const change = async (method, path, body) => {
  try {
    const answer = await ask(method, path, body);
    dispatchEvent(new Event('sandbox-changed'));
    return answer;
  } catch (error) {
    say(error.message, true);
  }
};

/** A button that copies a text. */
export const copyButton = (name, text) => {
  const copy = button('Copy', 'quiet small', async () => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied: ' + name + '.');
    } catch {
      say('The browser does not allow copying. Select the text instead.', true);
    }
  });
  copy.setAttribute('aria-label', 'Copy ' + plain(name));
  return copy;
};

/** A command line with a button that copies it. */
export const command = (name, text) => make('div', 'command', make('code', '', text), copyButton(name, text));
`;
