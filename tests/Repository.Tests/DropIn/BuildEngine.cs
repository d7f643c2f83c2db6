using System;
using System.Collections;
using System.Collections.Generic;
using Microsoft.Build.Framework;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>What a task needs of MSBuild. It has what the task says; messages are those that everybody sees.</summary>
internal sealed class BuildEngine : IBuildEngine
{
    public List<string> Said { get; } = [];

    public bool ContinueOnError => false;

    public int LineNumberOfTaskNode => 0;

    public int ColumnNumberOfTaskNode => 0;

    public string ProjectFileOfTaskNode => "";

    public void LogMessageEvent(BuildMessageEventArgs e)
    {
        Assert.Equal(MessageImportance.High, e.Importance);
        Said.Add(e.Message!);
    }

    public void LogErrorEvent(BuildErrorEventArgs e) => Said.Add($"error {e.Code}: {e.Message}");

    public void LogWarningEvent(BuildWarningEventArgs e) => Said.Add($"{e.File}: {e.Code}: {e.Message}");

    public void LogCustomEvent(CustomBuildEventArgs e) => throw new NotSupportedException();

    public bool BuildProjectFile(string projectFileName, string[] targetNames, IDictionary globalProperties, IDictionary targetOutputs) =>
        throw new NotSupportedException();
}
