/** The control page. Its scripts fill in everything that changes, as text and never as markup. */
export const markup = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Syncline sandbox</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231f5fd0'/%3E%3Cpath d='M3 10q2.5-6 5-2t5-2' fill='none' stroke='white' stroke-width='2' stroke-linecap='round'/%3E%3C/svg%3E">
<link rel="stylesheet" href="style.css">
<script src="script.js" type="module"></script>
</head>
<body>
<header>
  <h1>Syncline <span>sandbox</span></h1>
  <p class="clock"><span class="label">Sandbox time</span> <time id="now">…</time></p>
  <div class="row" role="group" aria-label="Advance the clock">
    <button type="button" data-advance="5m">+5 min</button>
    <button type="button" data-advance="1h">+1 h</button>
    <button type="button" data-advance="6h">+6 h</button>
    <button type="button" data-advance="1d">+1 day</button>
  </div>
  <button type="button" id="reset" class="quiet">Reset</button>
</header>
<p id="message" role="status"></p>
<p id="replaying" class="note" hidden></p>
<main>
  <div class="side">
    <section aria-labelledby="faults-title">
      <h2 id="faults-title">Faults</h2>
      <form id="fault">
        <label>Operation <select name="operation"></select></label>
        <label>What happens
          <select name="effect">
            <option value='{"status":503,"retryAfter":2}'>503, Retry-After 2</option>
            <option value='{"status":429,"retryAfter":5}'>429, Retry-After 5</option>
            <option value='{"status":401}'>401, credential rejected</option>
            <option value='{"status":500}'>500</option>
            <option value='{"status":502,"body":"html"}'>502 with HTML</option>
            <option value='{"body":"html"}'>200 with a sign-in page</option>
            <option value='{"body":"error"}'>200 with an error object</option>
            <option value='{"body":"half"}'>JSON cut off in the middle</option>
            <option value='{"delay":"3s"}'>3 s before the first byte</option>
            <option value='{"drip":100}'>16 bytes every 100 ms</option>
            <option value='{"headerDrip":50}'>Headers, one byte every 50 ms</option>
            <option value='{"socket":"reset"}'>Connection reset</option>
            <option value='{"socket":"close"}'>Connection closed without a response</option>
            <option value='{"socket":"cut"}'>Connection reset during the body</option>
            <option value='{"socket":"stall"}'>Connection stalls during the body</option>
            <option value='{"socket":"hang"}'>No response at all</option>
            <option value='{"raw":"220 mail.example.com ESMTP\\r\\n"}'>Not HTTP</option>
            <option value='{"outage":"5s"}'>Service down for 5 s</option>
            <option value='{"redirect":"self"}'>302 to itself</option>
            <option value='{"gzip":"bomb"}'>Gzip bomb, 256 MiB</option>
          </select>
        </label>
        <div class="pair">
          <label>Requests <input name="times" type="number" min="1" max="1000000" value="1" inputmode="numeric"></label>
          <label>Chance, % <input name="chance" type="number" min="1" max="100" value="100" inputmode="numeric"></label>
        </div>
        <button>Add fault</button>
      </form>
      <ul id="rules" aria-label="Active faults"></ul>
      <p id="no-rules" class="empty">No active faults.</p>
      <button type="button" id="clear" class="quiet" hidden>Remove all</button>
    </section>
    <section id="runs" aria-labelledby="runs-title" hidden>
      <h2 id="runs-title">Start a job</h2>
      <form id="run">
        <label>Job <select name="job"></select></label>
        <label>Outcome <select name="outcome"><option value="">Random</option></select></label>
        <button>Start</button>
      </form>
    </section>
  </div>
  <div class="content">
    <details id="service">
      <summary><h2>Connect</h2> <span class="empty">addresses, credentials and a curl command for each operation</span></summary>
      <p class="note">The credentials are the same in every sandbox and protect nothing.</p>
      <div class="lists">
        <section aria-labelledby="addresses-title"><h3 id="addresses-title">Addresses</h3><dl id="addresses"></dl></section>
        <section aria-labelledby="credentials-title"><h3 id="credentials-title">Credentials</h3><dl id="credentials"></dl></section>
      </div>
      <section aria-labelledby="calls-title"><h3 id="calls-title">Calls</h3><ul id="calls"></ul></section>
    </details>
    <section aria-labelledby="requests-title" class="requests">
      <div class="row spread">
        <h2 id="requests-title">Requests</h2>
        <p id="count" class="empty"></p>
      </div>
      <form id="filters" role="search" aria-label="Filter the requests" hidden>
        <label class="grow">Search <input name="text" type="search" autocomplete="off" spellcheck="false" placeholder="path, query, reason or fault"></label>
        <label>Operation <select name="operation"></select></label>
        <label>Result
          <select name="result">
            <option value="">Any result</option>
            <option value="ok">Success, 2xx</option>
            <option value="redirect">Redirect, 3xx</option>
            <option value="refused">Refused, 4xx</option>
            <option value="failed">Failed, 5xx</option>
            <option value="fault">With a fault</option>
          </select>
        </label>
        <button type="button" id="clear-filters" class="quiet" hidden>Clear</button>
      </form>
      <div class="scroll">
        <table id="log" hidden>
          <thead><tr><th scope="col">Time</th><th scope="col">Status</th><th scope="col">Request</th><th scope="col">Operation</th><th scope="col" class="wide">Authenticated by</th><th scope="col" class="number wide">Duration</th></tr></thead>
        </table>
        <p id="loading" class="empty">Loading…</p>
        <p id="no-match" class="empty" hidden>No request matches the filters. <button type="button" id="show-all" class="quiet small">Show all</button></p>
        <div id="no-requests" class="welcome" hidden>
          <h3>No requests yet</h3>
          <p>Each request to this sandbox appears here within a second. Open it to see the request, the response, and why the sandbox refused it. Secrets are replaced by [redacted].</p>
          <p>Send the first one from a terminal:</p>
          <div id="first-call"></div>
          <p>Or point your client at an address under <em>Connect</em>, add a fault, and watch how the client handles it.</p>
        </div>
      </div>
    </section>
  </div>
</main>
</body>
</html>
`;
