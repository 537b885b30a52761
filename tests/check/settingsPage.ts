import { allSettings, programSettingNames, type Setting } from '../../server/settings.ts';

/** Returns how a default is shown: a secret's is for development alone. */
function shownDefault({ default: value, secret }: Setting): string {
  if (value === undefined || value === '') return 'none';
  return secret ? 'in development only' : `\`${value}\``;
}

const rowOf = (setting: Setting): string => `| \`${setting.name}\` | ${setting.meaning} | ${shownDefault(setting)} |`;

/** Returns the rows of all settings, with one row for a setting that each program has. */
function settingRows(): readonly string[] {
  const [first, ...others] = programSettingNames;
  const isOf = (program: string) => (setting: Setting) => setting.name.endsWith(`_${program}`);
  const common = allSettings().filter((setting) => !others.some((program) => isOf(program)(setting)));
  return common.map((setting) =>
    isOf(first)(setting) ? rowOf(setting).replaceAll(first, '{PROGRAM}').replaceAll(first.toLowerCase(), '{program}') : rowOf(setting),
  );
}

/** Returns the page of settings, for the person who configures a deployment. */
export function settingsPage(): string {
  const programs = programSettingNames.map((name) => `\`${name}\``).join(', ');
  return [
    '# Settings\n',
    'A setting is an environment variable. Each process reads and checks all of them once, at its start; no file is read. In defaults,',
    '`{PORT}` and `{SANDBOX_PORT}` stand for the settings of that name.\n',
    `\`{PROGRAM}\` is one of ${programs}, and \`{program}\` the same in small letters: each program has settings of its own.\n`,
    'The defaults of a provider hold only while it is the sandbox; “without it” then means: where no default holds. Production must set',
    'what has a default in development only.\n',
    '| setting | meaning | default |',
    '| --- | --- | --- |',
    ...settingRows(),
    '',
  ].join('\n');
}
