export interface DemoAccount {
  email: string;
  password: string;
  meaning: string;
}
