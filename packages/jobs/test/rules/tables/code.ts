import { type RuleTables, selected, whole } from './table.ts';

export const codeTables: RuleTables = {
  'credential-in-code': {
    triggers: [
      whole({ PreJob: 'password = "hunter2"' }),
      whole({ PostJob: "const apiKey = 'abc123def456';" }),
      whole({ PreJob: 'connect("Server=db;User=sync;Password=hunter2;")' }),
      whole({ PreJob: 'get("https://loader:hunter2@files.example.com/in")' }),
      whole({ PreJob: '<api:set attr="http.password" value="hunter2"/>' }),
      whole({ PostJob: '// ok\nheaders["Authorization"] = "Bearer 0123456789abcdef0123";' }),
      whole({ PreJob: '-----BEGIN RSA PRIVATE KEY-----' }),
      whole({ PreJob: 'key := AKIAABCDEFGHIJKLMNOP' }),
      whole({ PreJob: "{'client_secret': 'abcdef'}" }),
      selected({ PreJob: 'PASSWORD="hunter2"' }),
    ],
    innocent: [
      whole({}),
      whole({ PreJob: '', PostJob: '' }),
      whole({ PreJob: 'password = ""' }),
      whole({ PreJob: 'password = "${env.SYNC_PASSWORD}"' }),
      whole({ PreJob: 'const password = getSecret("sync");' }),
      whole({ PreJob: 'const password = process.env.SYNC_PASSWORD;' }),
      whole({ PreJob: 'url = "https://files.example.com/a:b"' }),
      whole({ PreJob: 'Password=@password;' }),
      whole({ PostJob: '// The basic configuration of tokens: TRUE' }),
      selected({ PreJob: 'UPDATE users SET locked = 1', PostJob: '' }),
    ],
    unknown: [selected({}), selected({ PreJob: 'SELECT 1' })],
  },
};
